import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

const parser = unified().use(rehypeParse);

type Tree = ReturnType<typeof parser.parse>;
type Node = Tree | Tree['children'][number];
type Element = Extract<Node, { readonly type: 'element' }>;

/** A page as its HTML says it, without a browser: styles and scripts have no say in it. */
export class ServedPage {
  readonly #tree: Tree;

  constructor(html: string) {
    this.#tree = parser.parse(html);
  }

  /** All elements with this name, in their order; those within `template` are not there yet. */
  all(name: string): Element[] {
    return [...within(this.#tree)].filter(isElement).filter(({ tagName }) => tagName === name);
  }

  /** The text of the first element with this name. */
  text(name: string): string | undefined {
    const [first] = this.all(name);
    return first && plainTextOf(first);
  }

  /** The text of the element with this id. */
  textById(id: string): string | undefined {
    const found = [...within(this.#tree)].filter(isElement).find((each) => attribute(each, 'id') === id);
    return found && plainTextOf(found);
  }

  /** What the page says of itself: `description` for `<meta name="description">`. */
  meta(name: string): string | undefined {
    const found = this.all('meta').find((each) =>
      [attribute(each, 'name'), attribute(each, 'property')].includes(name),
    );
    return found && attribute(found, 'content');
  }

  /** The `<link>`s with this relation. */
  links(rel: string): Element[] {
    return this.all('link').filter((each) => attribute(each, 'rel') === rel);
  }

  /** Where the link with this text leads. */
  target(text: string): string | undefined {
    const found = this.all('a').find((each) => plainTextOf(each) === text);
    return found && attribute(found, 'href');
  }

  /** Everything that it says by itself: its texts, and the attributes that are read out; without what is marked as English, or as code. */
  sayings(): string[] {
    return [...within(this.#tree, isForeign)]
      .flatMap((node) => {
        if (node.type === 'text') return [node.value];
        return isElement(node) ? readOut.map((name) => attribute(node, name) ?? '') : [];
      })
      .concat(this.meta('description') ?? '')
      .map((text) => text.replace(/\s+/g, ' ').trim())
      .filter(Boolean);
  }
}

const readOut = ['ariaLabel', 'title', 'placeholder', 'alt'];
/** Elements of code, and those that label pictures. */
const wordless = ['code', 'pre', 'script', 'style', 'text'];

const isElement = (node: Node): node is Element => node.type === 'element';

function isForeign(node: Node): boolean {
  return isElement(node) && (wordless.includes(node.tagName) || attribute(node, 'lang') === 'en');
}

/** An attribute, named as in the DOM. */
export function attribute({ properties }: Element, name: string): string | undefined {
  const value = properties[name];

  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** What an element says, as one line. */
export function plainTextOf(node: Node): string {
  return [...within(node)]
    .map((each) => (each.type === 'text' ? each.value : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A node with everything in it, but what is left out. */
function* within(node: Node, isLeftOut: (node: Node) => boolean = () => false): Generator<Node> {
  if (isLeftOut(node)) return;

  yield node;
  if (!('children' in node)) return;
  for (const child of node.children) yield* within(child, isLeftOut);
}
