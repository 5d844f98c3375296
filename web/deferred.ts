/** The parts that the first picture of the page can do without, in one file that is loaded once that picture has been drawn. */
export { default as AlertNews } from './alerts/AlertNews.vue';
export { default as AlertPanel } from './alerts/AlertPanel.vue';
export { default as MaintenanceList } from './alerts/MaintenanceList.vue';
export { default as FleetPath } from './header/FleetPath.vue';
export { default as KeyToast } from './keys/KeyToast.vue';
export { default as HelpPanel } from './keys/HelpPanel.vue';
export { default as HostSwitcher } from './switcher/HostSwitcher.vue';
export { default as PrintSheet } from './print/PrintSheet.vue';
export { default as PastBanner } from './past/PastBanner.vue';
export { default as TimeBar } from './past/TimeBar.vue';
export { default as PastPrograms } from './drawer/PastPrograms.vue';
export { default as RailSections } from './sections/RailSections.vue';
export { default as ContainerTable } from './tables/ContainerTable.vue';
export { default as ProcessDetail } from './tables/ProcessDetail.vue';
export { default as ProgramTable } from './tables/ProgramTable.vue';
export { default as VmTable } from './tables/VmTable.vue';
export { default as WallCharts } from './vital/WallCharts.vue';
