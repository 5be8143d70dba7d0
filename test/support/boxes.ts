import { expect } from 'chai';
import type { Box } from '../../engine/boxes/box.ts';
import { buildBoxTree } from '../../engine/boxes/build.ts';
import { Budget, DEFAULT_LIMITS } from '../../engine/budget.ts';
import { StyleReader } from '../../engine/css/style-reader.ts';
import { dumpBoxes } from '../../engine/debug/dump-boxes.ts';
import { Diagnostics } from '../../engine/diagnostics.ts';
import { findReferences } from './references.ts';
import { createImageStore } from '../../engine/images/image-store.ts';
import { styled } from './style.ts';

export interface BuiltBoxes {
  readonly root: Box;
  readonly dump: string;
}

/** Builds the box tree of a document, styled with made-up font metrics. */
export async function boxes(html: string): Promise<BuiltBoxes> {
  const { styler } = styled(`<!DOCTYPE html>${html}`);
  const diagnostics = new Diagnostics();
  const budget = new Budget(DEFAULT_LIMITS);
  const { images: urls } = findReferences(styler.document, new StyleReader(budget), diagnostics, budget);
  const images = await createImageStore(urls, diagnostics, budget);
  const { root } = buildBoxTree({ document: styler.document, styler, images, budget, diagnostics });
  return { root, dump: dumpBoxes(root) };
}

/**
 * Compares lines of HTML with the boxes inside `body`. Box numbers and the flag of formatting contexts are left out.
 */
export async function expectBoxes(html: string, expected: string): Promise<void> {
  const { dump } = await boxes(html);
  const lines = dump
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .replace(/ #\d+/, '')
        .replace(/ ?NewFormattingContext/, '')
        .replace(/ \[ ?\]/, '')
        .replace('[ ', '['),
    );
  expect(unindent(lines.join('\n'))).to.equal(unindent(expected));
}

function unindent(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const depth = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(depth).trimEnd()).join('\n');
}
