import { expect } from 'chai';
import { dumpStructure, structureOf } from './pdf-structure.ts';

/**
 * Checks the structure of a body, one element per line. `expected` may have any base indent, plus two spaces per level.
 */
export async function expectStructure(body: string, expected: string): Promise<void> {
  const lines = expected.split('\n').filter((line) => line.trim() !== '');
  const indent = Math.min(...lines.map((line) => line.search(/\S/)));
  const tree = dumpStructure(await structureOf(`<!doctype html><html lang="en"><title>T</title><body>${body}`));
  expect(tree.split('\n').slice(1)).to.deep.equal(lines.map((line) => `  ${line.slice(indent)}`));
}
