/** Limit of alerts in a verdict. Apart from the shapes, which the page does not need. */
export const MOST_ALERTS = 100;
