/** The texts of a component's template, as they are compiled: `web/template-texts.ts`. */
import { baseParse, type ElementNode, NodeTypes, type TemplateChildNode } from '@vue/compiler-core';
import { CODE, isTranslated, runsOf } from '../../web/template-texts.ts';

export function templateTexts(component: string): string[] {
  const [, template = ''] = /^<template>([^]*)^<\/template>/m.exec(component) ?? [];
  return textsOf(baseParse(template).children);
}

const textsOf = (nodes: readonly TemplateChildNode[]): string[] => [
  ...runsOf(nodes).map(({ key }) => key),
  ...nodes.flatMap((node) =>
    node.type === NodeTypes.ELEMENT
      ? [...attributesOf(node), ...(CODE.has(node.tag) ? [] : textsOf(node.children))]
      : [],
  ),
];

const attributesOf = ({ props }: ElementNode): string[] =>
  props.flatMap((prop) => (isTranslated(prop) ? (prop.value?.content ?? []) : []));
