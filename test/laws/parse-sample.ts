import { Budget, DEFAULT_LIMITS } from '../../engine/budget.ts';
import { Diagnostics } from '../../engine/diagnostics.ts';
import type { Element } from '../../engine/document/node.ts';
import { parseDocument } from '../../engine/document/parse.ts';
import type { Sample, Specimen } from './specimen.ts';

/**
 * Parses a sample from the body's HTML: `parseSample([100, 80], '<div style="columns:2">w1 w2</div>')`. Elements with
 * an id are separate flows.
 */
export function parseSample([pageWidth, pageHeight]: readonly [number, number], html: string): Sample {
  const document = parseDocument(`<!DOCTYPE html><body>${html}`, new Budget(DEFAULT_LIMITS), new Diagnostics());
  if (document.body === null) throw new Error('a document without a body');
  return { pageWidth, pageHeight, body: specimenOf(document.body) };
}

function specimenOf(element: Element): Specimen {
  const { tag, id, attributes, children } = element;
  const written = (element.attribute('style') ?? '').split(';');
  return {
    tag,
    id,
    replaced: tag === 'img',
    style: written.map((declaration) => declaration.trim()).filter((declaration) => declaration !== ''),
    attributes: attributes
      .filter(({ name }) => name === 'colspan' || name === 'rowspan')
      .map(({ name, value }) => `${name}="${value}"`),
    children: children.map((child) => (child.type === 'text' ? child.data : specimenOf(child))),
  };
}
