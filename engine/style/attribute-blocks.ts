import { BoundedCache } from '../bounded-cache.ts';
import type { Budget } from '../budget.ts';
import type { Complaint } from '../css/rules.ts';
import { parseStyleAttribute } from '../css/stylesheet.ts';
import { AppliedBlock } from './applied-block.ts';

/** The blocks of a style attribute's text, independent of its position. */
export interface AttributeBlocks {
  readonly normal: AppliedBlock | null;
  readonly important: AppliedBlock | null;
  readonly complaints: readonly Complaint[];
}

/** Maximum number of attributes kept, and their total length in characters. */
const MAX_ATTRIBUTES = 4096;
const MAX_CHARACTERS = 1_000_000;

const standard = new BoundedCache<string, AttributeBlocks>(MAX_ATTRIBUTES, MAX_CHARACTERS);
/** Separate, because values may be parsed differently in quirks mode. */
const quirky = new BoundedCache<string, AttributeBlocks>(MAX_ATTRIBUTES, MAX_CHARACTERS);

/** Returns the same blocks for the same text, while they are cached. */
export function styleAttributeBlocks(text: string, quirks: boolean, budget: Budget): AttributeBlocks {
  const cache = quirks ? quirky : standard;
  let blocks = cache.get(text);
  if (blocks === undefined) {
    const { block, complaints } = parseStyleAttribute(text, budget);
    const make = (important: boolean): AppliedBlock =>
      new AppliedBlock('style attribute', important, block, null, null, null);
    blocks = {
      normal: block.hasNormal ? make(false) : null,
      important: block.hasImportant ? make(true) : null,
      complaints,
    };
    cache.set(text, blocks, text.length);
  }
  return blocks;
}
