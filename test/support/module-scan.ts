/** Reads the source of modules: their imports, and their actions at import. */
import { posix } from 'node:path';
import * as ts from 'typescript';
import { scriptOf, sourceFiles } from './source-files.ts';

// Each access to a member of the module passes a proxy of Vitest.
const {
  NodeFlags,
  ScriptTarget,
  SyntaxKind,
  createSourceFile,
  forEachChild,
  isArrayLiteralExpression,
  isCallExpression,
  isClassDeclaration,
  isExportAssignment,
  isExportDeclaration,
  isFunctionDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportTypeNode,
  isInterfaceDeclaration,
  isLiteralTypeNode,
  isModuleDeclaration,
  isNewExpression,
  isStringLiteral,
  isTypeAliasDeclaration,
  isTypeOperatorNode,
  isTypeReferenceNode,
  isVariableStatement,
} = ts;

export interface Import {
  /** Path of one of our modules from the root of the repository, or the name of a package or `node:fs`. */
  target: string;
  isOurs: boolean;
}

export interface Module {
  /** From the root of the repository: `src/core/fields.ts`. */
  path: string;
  imports: Import[];
  /** Mutable top-level variables, and statements with effects: `line 12: let count`. */
  state: string[];
  effects: string[];
}

export type ModuleImports = Pick<Module, 'path' | 'imports'>;

/** All modules below a folder except tests, sorted by path. */
export const scanModules = (root: string, folder: string): Module[] =>
  sourceFiles(root, folder).map(([path, text]) => scanModule(path, text));

/** Statements of other kinds than declarations, or declarations of state, in formatted code. */
const MAY_ACT = new RegExp(
  [
    String.raw`^(?!$|[\s/*}\])]|import [^'"]|export\b|(?:async )?function\b|(?:abstract )?class\b|interface\b|type\b|const\b|declare\b)`,
    String.raw`^export (?:let|var|declare (?:let|var))\b`,
    String.raw`^(?:(?:export )?const\b.*= | {2})(?:\[\]|new (?:Map|Set|WeakMap|WeakSet)\b.*\(\));`,
  ].join('|'),
  'm',
);

const IMPORTS = /^ *(?:import|export)\b[^;'"]*\bfrom '([^']+)'|\bimport\(\s*'([^']+)'/gm;

/** @param text of a module, or of a component: then its script blocks are scanned */
export function scanModule(path: string, text: string): Module {
  const code = scriptOf(path, text);
  const toImport = (specifier: string): Import => {
    const isOurs = specifier.startsWith('.');
    return { target: isOurs ? posix.join(posix.dirname(path), specifier) : specifier, isOurs };
  };
  // Parsing all modules takes seconds. Most have imports and declarations alone.
  if (!MAY_ACT.test(code)) {
    const imports = [...code.matchAll(IMPORTS)].map(([, fixed, dynamic]) =>
      toImport((fixed ?? dynamic) as string),
    );
    return { path, imports, state: [], effects: [] };
  }
  const file = createSourceFile(`${path}.ts`, code, ScriptTarget.Latest);
  const at = (node: ts.Node): string => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    return `line ${line + 1}: ${node.getText(file).split('\n')[0]}`;
  };
  return {
    path,
    imports: importsIn(file).map(toImport),
    state: file.statements.flatMap((statement) => statefulIn(statement).map(at)),
    effects: file.statements.filter(isEffect).map(at),
  };
}

/** Module names as written, with imports of types and dynamic imports. */
function importsIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier && isStringLiteral(specifier)) found.push(specifier.text);
    forEachChild(node, visit);
  };
  // Most files have imports at their head alone, and their functions need not be walked through.
  if (/\bimport\s*\(/.test(file.text)) visit(file);
  else {
    for (const specifier of file.statements.map(specifierOf))
      if (specifier && isStringLiteral(specifier)) found.push(specifier.text);
  }
  return found;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (isImportDeclaration(node) || isExportDeclaration(node)) return node.moduleSpecifier;
  if (isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword) return node.arguments[0];
  return isImportTypeNode(node) && isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
}

/** Declarations by `let` or `var`, and collections that start empty and are not declared read-only. */
function statefulIn(statement: ts.Statement): ts.VariableDeclaration[] {
  if (!isVariableStatement(statement)) return [];
  const isConstant = (statement.declarationList.flags & NodeFlags.Const) !== 0;
  return statement.declarationList.declarations.filter(
    (declaration) =>
      !isConstant || (isEmptyCollection(declaration.initializer) && !isReadonly(declaration.type)),
  );
}

const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet']);

function isEmptyCollection(value: ts.Expression | undefined): boolean {
  if (value === undefined) return false;
  if (isArrayLiteralExpression(value)) return value.elements.length === 0;
  if (!isNewExpression(value) || !isIdentifier(value.expression)) return false;
  return COLLECTIONS.has(value.expression.text) && (value.arguments ?? []).length === 0;
}

function isReadonly(type: ts.TypeNode | undefined): boolean {
  if (type === undefined) return false;
  if (isTypeOperatorNode(type)) return type.operator === SyntaxKind.ReadonlyKeyword;
  return (
    isTypeReferenceNode(type) && isIdentifier(type.typeName) && type.typeName.text.startsWith('Readonly')
  );
}

/** Statements other than declarations, imports and exports. */
function isEffect(statement: ts.Statement): boolean {
  if (isImportDeclaration(statement)) return statement.importClause === undefined;
  return !(
    isVariableStatement(statement) ||
    isFunctionDeclaration(statement) ||
    isClassDeclaration(statement) ||
    isInterfaceDeclaration(statement) ||
    isTypeAliasDeclaration(statement) ||
    isExportDeclaration(statement) ||
    isExportAssignment(statement) ||
    isModuleDeclaration(statement)
  );
}

/**
 * Folders, and what they import of those beside them, by all imports of everything below. The own files of a folder
 * belong to none of the folders in it.
 */
export function foldersOf(modules: readonly ModuleImports[]): ModuleImports[] {
  const folders = new Map<string, Set<string>>();
  for (const { path, imports } of modules)
    for (const { target } of imports.filter(({ isOurs }) => isOurs)) {
      const [from, to] = [path, target].map((file) => file.split('/').slice(0, -1)) as [string[], string[]];
      const depth = from.findIndex((name, at) => name !== to[at]);
      if (depth === -1 || depth >= to.length) continue;
      const folder = from.slice(0, depth + 1).join('/');
      folders.set(folder, (folders.get(folder) ?? new Set()).add(to.slice(0, depth + 1).join('/')));
    }
  return [...folders].map(([path, targets]) => ({
    path,
    imports: [...targets].map((target) => ({ target, isOurs: true })),
  }));
}

/** Circles of imports, including imports of types, each as its paths. */
export function cyclesIn(modules: readonly ModuleImports[]): string[] {
  const imports = new Map(
    modules.map(({ path, imports }) => [
      path,
      imports.filter(({ isOurs }) => isOurs).map(({ target }) => target),
    ]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (done.has(path) || trail.includes(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return cycles;
}
