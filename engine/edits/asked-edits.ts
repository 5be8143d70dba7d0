/** Finds out from a document's text whether its author may request edits. Few documents need more of this folder. */

/** Attributes of elements that Pagewright fills. */
export const FILLED = ['data-contents', 'data-index-list', 'data-endnotes'] as const;

const LISTS = new RegExp(`(?:${FILLED.join('|')})`, 'i');
const OLD_MATH = /<(?:[\w-]+:)?(?:mfenced|mlabeledtr|mstack|mlongdiv)\b/i;

/** Returns whether a document's text may request a list. */
export const mayHaveLists = (markup: string): boolean => LISTS.test(markup);

/** Returns whether a document's text may contain elements of MathML 3 that MathML Core omits. */
export const mayHaveOldMath = (markup: string): boolean => OLD_MATH.test(markup);
