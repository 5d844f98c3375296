/**
 * Translates templates. All texts with letters, including visible attributes, are translated: a component contains `Close` and is
 * compiled as `{{ $t('Close') }}`. Interpolations become the text's values.
 */
import {
  type AttributeNode,
  ConstantTypes,
  createSimpleExpression,
  type DirectiveNode,
  ElementTypes,
  type InterpolationNode,
  type NodeTransform,
  NodeTypes,
  type SimpleExpressionNode,
  type SourceLocation,
  type TemplateChildNode,
  type TextNode,
} from '@vue/compiler-core';

/** Attributes and component properties with visible texts. */
const READ_ATTRIBUTES = /^(?:label|title|heading|says|summary|description|hint|placeholder|aria-label|alt)$/;

/** Elements with untranslated text. */
export const CODE: ReadonlySet<string> = new Set(['code', 'kbd', 'pre']);

/** True if a property of an element is a visible text. */
export const isTranslated = (prop: AttributeNode | DirectiveNode): prop is AttributeNode =>
  prop.type === NodeTypes.ATTRIBUTE &&
  READ_ATTRIBUTES.test(prop.name) &&
  /[A-Za-z]/.test(prop.value?.content ?? '');

type Said = TextNode | InterpolationNode;

/** A text between elements. */
export interface Run {
  /** Text as in catalogues: `{done} of {of}`. */
  key: string;
  /** Its values: name → expression. */
  values: ReadonlyMap<string, string>;
  /** Surrounding blanks. */
  before: string;
  after: string;
}

const isSaid = (node: TemplateChildNode): node is Said =>
  node.type === NodeTypes.TEXT || node.type === NodeTypes.INTERPOLATION;

const sourceOf = (node: unknown): string => (node as SimpleExpressionNode).content;

/** Splits children into runs of text and values, and other nodes. */
function pieces(children: readonly TemplateChildNode[]): (Said[] | TemplateChildNode)[] {
  const found: (Said[] | TemplateChildNode)[] = [];
  for (const node of children) {
    const last = found.at(-1);
    if (!isSaid(node)) found.push(node);
    else if (Array.isArray(last)) last.push(node);
    else found.push([node]);
  }
  return found;
}

/** A run of text and values; null: nothing to translate. */
function runOf(nodes: readonly Said[]): Run | null {
  const values = new Map<string, string>();
  const text = nodes
    .map((node) => {
      if (node.type === NodeTypes.TEXT) return node.content;
      const source = sourceOf(node.content);
      const name = nameFor(source, values);
      values.set(name, source);
      return `{${name}}`;
    })
    .join('')
    .replaceAll(/\s+/g, ' ');
  if (!/[A-Za-z]{2}/.test(text.replaceAll(/\{[^{}]*\}/g, ''))) return null;
  const key = text.trim();
  return { key, values, before: /^ /.exec(text)?.[0] ?? '', after: / $/.exec(text)?.[0] ?? '' };
}

/** Name from an expression's last word, numbered if taken: `{name}` for `server.name`. */
function nameFor(source: string, taken: ReadonlyMap<string, string>): string {
  const last = source.match(/\w+/g)?.at(-1) ?? '';
  const word = /^[A-Za-z_]/.test(last) ? last : 'value';
  if (!taken.has(word) || taken.get(word) === source) return word;
  const used = [...taken.keys()].filter((name) => name.startsWith(word)).length;
  return `${word}${used + 1}`;
}

/** Texts of an element's direct children. */
export const runsOf = (children: readonly TemplateChildNode[]): Run[] =>
  pieces(children).flatMap((piece) => (Array.isArray(piece) ? (runOf(piece) ?? []) : []));

/** Marks a constant text. */
const isConstant = new WeakSet<object>();

function translated(run: Run, loc: SourceLocation): InterpolationNode {
  const values = [...run.values].map(([name, source]) => `${name}: (${source})`).join(', ');
  const call = `$t(${JSON.stringify(run.key)}${values === '' ? '' : `, { ${values} }`})`;
  const { before, after } = run;
  const content = [before && JSON.stringify(before), call, after && JSON.stringify(after)]
    .filter(Boolean)
    .join(' + ');
  const node: InterpolationNode = {
    type: NodeTypes.INTERPOLATION,
    content: createSimpleExpression(content, false, loc, ConstantTypes.NOT_CONSTANT),
    loc,
  };
  if (values === '') isConstant.add(node);
  return node;
}

/** `title="Close"` as `:title="$t('Close')"`. */
const bound = ({ name, value, loc }: AttributeNode): DirectiveNode => ({
  type: NodeTypes.DIRECTIVE,
  name: 'bind',
  rawName: `:${name}`,
  exp: createSimpleExpression(`$t(${JSON.stringify(value?.content)})`, false, loc),
  arg: createSimpleExpression(name, true, loc),
  modifiers: [],
  loc,
});

function translate(children: TemplateChildNode[]): TemplateChildNode[] {
  return pieces(children).flatMap((piece): TemplateChildNode[] => {
    if (Array.isArray(piece)) {
      const run = runOf(piece);
      return run === null ? piece : [translated(run, piece[0]!.loc)];
    }
    if (piece.type !== NodeTypes.ELEMENT) return [piece];
    piece.props = piece.props.map((prop) => (isTranslated(prop) ? bound(prop) : prop));
    if (!CODE.has(piece.tag)) piece.children = translate(piece.children);
    return [piece];
  });
}

export const translateTexts: NodeTransform = (node) => {
  if (node.type === NodeTypes.ROOT) node.children = translate(node.children);
};

/**
 * Text beside another node is updated in place. Alone in its element, it would be replaced by a new node at every change, with new
 * style and layout: most of the work of an update with hundreds of numbers.
 */
export const textInPlace: NodeTransform = (node) => {
  if (node.type !== NodeTypes.ELEMENT || node.tagType !== ElementTypes.ELEMENT) return;
  const { loc } = node;
  const children: TemplateChildNode[] = node.children;
  const changes = children.some((child) => child.type === NodeTypes.INTERPOLATION && !isConstant.has(child));
  const hasOthers = children.some((child) => !isSaid(child));
  if (changes && !hasOthers) children.push({ type: NodeTypes.COMMENT, content: '', loc });
};
