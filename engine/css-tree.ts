/** The parts of css-tree that the engine stands on. Its whole index would load a lexer and its data, which nothing here needs. */
// @ts-expect-error -- @types/css-tree describes only the package's index
import * as tokenizer from 'css-tree/tokenizer';
// @ts-expect-error -- the same
import * as utils from 'css-tree/utils';
import type * as index from 'css-tree';

type Index = typeof index;

export const tokenize: Index['tokenize'] = (tokenizer as unknown as Pick<Index, 'tokenize'>).tokenize;
export const tokenTypes: Index['tokenTypes'] = (tokenizer as unknown as Pick<Index, 'tokenTypes'>).tokenTypes;
export const ident: Index['ident'] = (utils as unknown as Pick<Index, 'ident'>).ident;
export const string: Index['string'] = (utils as unknown as Pick<Index, 'string'>).string;
export const url: Index['url'] = (utils as unknown as Pick<Index, 'url'>).url;
