/** User-visible texts from the sources: of the program, its errors and documents, and the page. */
import { posix } from 'node:path';
import { baseParse, NodeTypes, type TemplateChildNode } from '@vue/compiler-core';
import * as ts from 'typescript';
import { scriptOf, sourceFiles } from './source-files.ts';
import { templateTexts } from './template-texts.ts';

/** Properties and attributes whose values are user-visible, however short. */
const LABELS = /^(?:label|title|heading|says|summary|description|hint|placeholder|aria-label|alt)$/;
const WORDS = /[A-Za-z]{2,}[^A-Za-z]*\s.*[A-Za-z]{2,}/;
/** Texts that users do not see. */
const NO_PROSE: readonly RegExp[] = [
  // Classes of elements, and names.
  /^[a-z][\w-]*(?: [a-z][\w-]*){0,2}$/,
  /^(?:[a-z0-9]+ ){9,}/,
  /^(?:[A-Z0-9_]+ )+[A-Z0-9_]+$/,
  // Code, styles and markup.
  /[{};]\s*$|=>|<\/|\{\{|\$\{/,
  /^(?:SELECT|INSERT|CREATE|ALTER|DROP|SHOW|HTTP\/|--|[/.<#]|\d+px|calc\(|min\(|max\(|minmax\()/,
  // Types of content, and what a page may load.
  /^[a-z]+\/[\w.+-]+;/,
  /^[a-z-]+ '(?:self|none)'/,
];

/** Folder → its unique sorted texts, with values in braces. */
export function messagesOf(root: string, folders: readonly string[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const [path, source] of sourceFiles(root, ...folders)) {
    const messages = [
      ...ofScript(scriptOf(path, source)),
      ...(path.endsWith('.vue') ? ofTemplate(source) : []),
    ];
    const folder = posix.dirname(path);
    const all = found.get(folder) ?? new Set();
    for (const line of messages.flatMap((message) => message.split('\n'))) {
      const text = line.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
      if (/[A-Za-z]{2}/.test(text)) all.add(text);
    }
    if (all.size > 0) found.set(folder, all);
  }
  return new Map([...found].map(([folder, all]) => [folder, [...all].sort()]));
}

const isMessage = (text: string): boolean =>
  WORDS.test(text) && !NO_PROSE.some((pattern) => pattern.test(text.trim()));

function ofScript(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    const said = textOf(node);
    if (said === null) return ts.forEachChild(node, visit);
    if (isMessage(said) || ((isLabelled(node) || isTranslated(node)) && /[A-Za-z]{2}/.test(said)))
      found.push(said);
    // A text within a text is also a separate text.
    for (const inner of valuesIn(node)) visit(inner);
  };
  visit(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true));
  return found;
}

const isLabelled = ({ parent }: ts.Node): boolean =>
  ts.isPropertyAssignment(parent) && LABELS.test(parent.name.getText().replaceAll("'", ''));

/** `t('Close')`, also in templates. */
const isTranslated = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && ts.isIdentifier(parent.expression) && /^\$?t$/.test(parent.expression.text);

/** A literal, template, or concatenation; null: none. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.map(({ expression, literal }) => `{${nameOf(expression)}}${literal.text}`),
    ].join('');
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return null;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  if (left === null && right === null) return null;
  return `${left ?? `{${nameOf(node.left)}}`}${right ?? `{${nameOf(node.right)}}`}`;
}

/** The expressions within a text. */
function valuesIn(node: ts.Node): ts.Node[] {
  if (ts.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression);
  if (!ts.isBinaryExpression(node)) return [];
  return [node.left, node.right].flatMap((side) => (textOf(side) === null ? side : valuesIn(side)));
}

/** The last word of what is put in: `{name}` of `${server.name}`. */
function nameOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isCallExpression(node)) return nameOf(node.expression);
  return '…';
}

function ofTemplate(component: string): string[] {
  const [, template = ''] = /^<template>([^]*)^<\/template>/m.exec(component) ?? [];
  const found: string[] = templateTexts(component);
  const visit = (nodes: readonly TemplateChildNode[]): void => {
    for (const node of nodes) {
      if (node.type === NodeTypes.INTERPOLATION) found.push(...ofScript(`(${sourceOf(node.content)})`));
      if (node.type !== NodeTypes.ELEMENT) continue;
      for (const prop of node.props)
        if (prop.type === NodeTypes.DIRECTIVE && prop.exp !== undefined)
          found.push(...ofScript(`(${sourceOf(prop.exp)})`));
      visit(node.children);
    }
  };
  visit(baseParse(template).children);
  return found;
}

const sourceOf = (node: unknown): string => (node as { content?: string }).content ?? '';
