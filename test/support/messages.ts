/** User-visible texts from the sources: of the program, its errors and documents, and the page. */
import { posix } from 'node:path';
import { baseParse, NodeTypes, type TemplateChildNode } from '@vue/compiler-core';
import * as ts from 'typescript';
import { scriptOf, sourceFiles } from './source-files.ts';
import { templateTexts } from './template-texts.ts';

// Each access to a member of the module passes a proxy of Vitest.
const {
  ScriptTarget,
  SyntaxKind,
  createSourceFile,
  forEachChild,
  isBinaryExpression,
  isCallExpression,
  isIdentifier,
  isImportDeclaration,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
  isTypeNode,
} = ts;

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
  if (!/['"`]/.test(text.replaceAll(NO_TEXTS, ''))) return found;
  const visit = (node: ts.Node, parent: ts.Node): void => {
    if (isImportDeclaration(node) || isTypeNode(node)) return;
    const said = textOf(node);
    if (said === null) return forEachChild(node, (child) => visit(child, node));
    if (isMessage(said) || ((isLabelled(parent) || isTranslated(parent)) && /[A-Za-z]{2}/.test(said)))
      found.push(said);
    // A text within a text is also a separate text.
    for (const inner of valuesIn(node)) visit(inner, node);
  };
  const file = createSourceFile('a.ts', text, ScriptTarget.Latest);
  visit(file, file);
  return found;
}

/** Imports and comments. A file with no other quotes is not parsed. */
const NO_TEXTS = /^(?:import|export) [^;]*? from '[^']*';$|\/\*[^]*?\*\/|\/\/.*$/gm;

const isLabelled = (parent: ts.Node): boolean =>
  isPropertyAssignment(parent) &&
  (isIdentifier(parent.name) || isStringLiteral(parent.name)) &&
  LABELS.test(parent.name.text);

/** `t('Close')`, also in templates. */
const isTranslated = (parent: ts.Node): boolean =>
  isCallExpression(parent) && isIdentifier(parent.expression) && /^\$?t$/.test(parent.expression.text);

/** A literal, template, or concatenation; null: none. */
function textOf(node: ts.Node): string | null {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.map(({ expression, literal }) => `{${nameOf(expression)}}${literal.text}`),
    ].join('');
  if (!isBinaryExpression(node) || node.operatorToken.kind !== SyntaxKind.PlusToken) return null;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  if (left === null && right === null) return null;
  return `${left ?? `{${nameOf(node.left)}}`}${right ?? `{${nameOf(node.right)}}`}`;
}

/** The expressions within a text. */
function valuesIn(node: ts.Node): ts.Node[] {
  if (isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression);
  if (!isBinaryExpression(node)) return [];
  return [node.left, node.right].flatMap((side) => (textOf(side) === null ? side : valuesIn(side)));
}

/** The last word of what is put in: `{name}` of `${server.name}`. */
function nameOf(node: ts.Node): string {
  if (isIdentifier(node)) return node.text;
  if (isPropertyAccessExpression(node)) return node.name.text;
  if (isCallExpression(node)) return nameOf(node.expression);
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
