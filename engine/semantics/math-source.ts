/** Serializes a formula to XML, for readers that do more than read its alternative. */
import { type Element, Namespace, type Node } from '../document/node.ts';

/** Maximum length in characters; longer formulas have no source. */
const MAX_LENGTH = 100_000;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
const XML_NAME = /^[A-Za-z_][\w.-]*$/;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES.get(character) ?? character);

/** Serializes a `math` element as a document, keeping only MathML. Returns null when it is too long. */
export function mathSource(math: Element): string | null {
  let out = '';
  const stack: (Node | string)[] = [math];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'string') out += next;
    else if (next.type === 'text') out += escaped(next.data);
    else if (next.namespace === Namespace.MathMl && XML_NAME.test(next.tag) && next.tag !== 'script') {
      out += `<${next.tag}${next === math ? ` xmlns="${Namespace.MathMl}"` : ''}${attributesOf(next)}>`;
      stack.push(`</${next.tag}>`);
      for (let i = next.children.length - 1; i >= 0; i--) stack.push(next.children[i]!);
    }
    if (out.length > MAX_LENGTH) return null;
  }
  return out;
}

function attributesOf({ attributes }: Element): string {
  return attributes
    .filter(({ name, prefix }) => prefix === '' && XML_NAME.test(name) && !name.startsWith('on'))
    .map(({ name, value }) => ` ${name}="${escaped(value)}"`)
    .join('');
}
