import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import type { Document, Element, Node } from '../../../engine/document/node.ts';
import { HtmlTokenizer } from '../../../engine/document/html-tokenizer.ts';
import { nextNode, parseDocument, positionsOf, textOf } from '../../../engine/document/parse.ts';
import { parseXml } from '../../../engine/document/parse-xml.ts';

const budget = (): Budget => new Budget(DEFAULT_LIMITS);

function parse(html: string): { document: Document; codes: string[] } {
  const diagnostics = new Diagnostics();
  return { document: parseDocument(html, budget(), diagnostics), codes: diagnostics.list().map((d) => d.code) };
}

/** Returns the tree as nested tags, with text in quotes. */
function outline(node: Node): string {
  if (node.type === 'text') return JSON.stringify(node.data);
  return `${node.tag}(${node.children.map(outline).join(' ')})`;
}

/** Returns the tokens of parse5's own tokenizer, or those of the engine's. */
function tokens(html: string, swift: boolean): string[] {
  const found: string[] = [];
  const characters = (token: Token.CharacterToken): number => found.push(token.chars);
  const handler: TokenHandler = {
    onComment: (token) => found.push(`<!--${token.data}-->`),
    onDoctype: () => found.push('doctype'),
    onStartTag: (token) => {
      found.push(`<${token.tagName} ${JSON.stringify(token.attrs)}${token.selfClosing ? '/' : ''}>`);
      if (token.tagName === 'style') tokenizer.state = TokenizerMode.RAWTEXT;
    },
    onEndTag: (token) => found.push(`</${token.tagName}>`),
    onEof: () => found.push('end'),
    onCharacter: characters,
    onNullCharacter: characters,
    onWhitespaceCharacter: characters,
  };
  const tokenizer = swift
    ? new HtmlTokenizer(html, {}, handler, new Budget(DEFAULT_LIMITS))
    : new Tokenizer({}, handler);
  tokenizer.write(html, true);
  return [...found.join('\n').replaceAll('\n', '')];
}

describe('HtmlTokenizer', () => {
  const PIECES = [
    'word',
    ' ',
    '\n',
    '<',
    '>',
    '&',
    '&amp;',
    '&#x41;',
    '&notit;',
    '\0',
    '"',
    "'",
    '=',
    'ünï𝒳',
    '\ud800',
    '<style>',
    '</style>',
    '</sty',
    '<p title="',
    "<a href='",
    '<b id=',
    '<h1Xy-z',
    '<td',
    '</td>',
    ' class="a b"',
    ' hidden',
    '/>',
    ' data-Ab1=',
    '\t',
    '<!--',
    '-->',
    '/',
    'data:x;base64,QUJD',
  ];
  it('matches parse5 for any sequence of constructs', () => {
    let state = 1;
    const next = (bound: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >> 8) % bound;
    };
    for (let i = 0; i < 6000; i++) {
      // Most texts have no U+0000, because it selects the tokenizer's slow path.
      const pieces = Array.from({ length: next(24) + 1 }, () => PIECES[next(PIECES.length)]);
      const html = pieces.filter((piece) => piece !== '\0' || i % 5 === 0).join('');
      expect(tokens(html, true), JSON.stringify(html)).to.deep.equal(tokens(html, false));
    }
  });

  it("keeps its position in a text longer than parse5's buffer", () => {
    const html =
      `<p title="${'x'.repeat(70_000)}">${'word '.repeat(20_000)}<a href="${'y'.repeat(70_000)}&amp;z">&lt;</a>`.repeat(
        3,
      );
    expect(tokens(html, true).join('')).to.equal(tokens(html, false).join(''));
  });
});

describe('parseDocument', () => {
  it('shares attributes between elements that only have the same class', () => {
    const { document } = parse('<p class=a>1<p class=a>2<p class=b>3<p class=a id=x>4');
    const [one, two, other, named] = document.body!.children as Element[];
    expect(one!.attributes).to.deep.equal([{ name: 'class', value: 'a', prefix: '' }]);
    expect(two!.attributes).to.equal(one!.attributes);
    expect(other!.attribute('class')).to.equal('b');
    expect([named!.attribute('class'), named!.attribute('id')]).to.deep.equal(['a', 'x']);
  });

  it('builds the tree of the HTML standard, without comments and templates', () => {
    const { document } = parse('<!doctype html><p>a<!-- c -->b<b>c<p>d<template><i>x</i></template>');
    expect(outline(document.body as Element)).to.equal('body(p("ab" b("c")) p(b("d" template())))');
  });

  it('treats noscript as content, because scripts never run', () => {
    expect(outline(parse('<body><noscript><p>x</noscript>').document.root)).to.contain('noscript(p("x"))');
  });

  it('extracts the properties of the document', () => {
    const { document } = parse(
      '<html lang=de><title> Ein\n Titel </title><base href="x/"><base href="http://a.b/c"><p>',
    );
    expect(document).to.include({ title: 'Ein Titel', language: 'de', quirks: true, baseUrl: null });
    expect(parse('<!doctype html><base href="//h/p">').document).to.include({ quirks: false, baseUrl: 'https://h/p' });
  });

  it('numbers nodes in preorder, and siblings among elements', () => {
    const { document } = parse('<!doctype html><ul><li>a<li>b<b>c</b></ul>');
    let expected = 0;
    for (let node: Node | null = document.root; node !== null; node = nextNode(node, document.root))
      expect(node.index).to.equal(expected++);
    expect(document.nodeCount).to.equal(expected);
    const list = (document.body as Element).children[0] as Element;
    expect(list.lastDescendant).to.equal(expected - 1);
    expect(list.children.map((c) => (c as Element).elementIndex)).to.deep.equal([0, 1]);
  });

  it('flattens excessive nesting and keeps every word in order', () => {
    const { document, codes } = parse(`${'<div>x'.repeat(4_000)}end`);
    let deepest = 0;
    for (let node: Node | null = document.root; node !== null; node = nextNode(node, document.root)) {
      let depth = 0;
      for (let e = node.parent; e !== null; e = e.parent) depth++;
      deepest = Math.max(deepest, depth);
      if (deepest > 520) break;
    }
    expect(deepest).to.be.at.most(DEFAULT_LIMITS.maxDepth);
    expect(textOf(document.root)).to.equal(`${'x'.repeat(4_000)}end`);
    expect(codes).to.deep.equal(['html/too-deep']);
  });

  it('restores the capitals of all SVG names in HTML', () => {
    const { document } = parse(
      '<svg><filter><fedropshadow></fedropshadow><feGaussianBlur/></filter></svg><fedropshadow>',
    );
    expect(outline(document.root)).to.contain('filter(feDropShadow() feGaussianBlur())').and.contain(' fedropshadow()');
  });

  it('records the positions of styled elements', () => {
    const { document } = parse('<!doctype html>\r\n<p>\r\n  <b style="x">a</b><style>\nq{}</style>');
    const [b, style] =
      (document.body as Element).children[0]!.type === 'element'
        ? ((document.body as Element).children[0] as Element).children.slice(1)
        : [];
    expect((b as Element).position).to.include({ line: 3, column: 13 });
    expect((style as Element).position).to.include({ line: 3, column: 28 });
  });

  it('finds positions afterwards, equal to those that it records', () => {
    const html = `<!DOCTYPE html><title>t</title>\r\n<p class="a">one <b>two <i>three</b> four</i>
      <table><tr><td style="color: red">cell<em>x</em><p>moved</p></table><div
      hidden>last<a href="#x">link</a><span style="a&amp;b">`;
    const { root } = parseDocument(html, budget(), new Diagnostics(), true);
    const { document } = parse(html);
    const later = positionsOf(document, html);
    let node: Node | null = document.root;
    for (let placed: Node | null = root; placed !== null; placed = nextNode(placed, root)) {
      if (placed.type === 'element') expect(later.get(node as Element), placed.tag).to.deep.equal(placed.position);
      node = nextNode(node!, document.root);
    }
  });

  it('reports the line and column of errors in a style attribute, wherever it is in its tag', async () => {
    const places = async (html: string): Promise<string[]> =>
      (await render(html)).diagnostics.map(({ line, column }) => `${line}:${column}`);
    expect(await places('<p style="color:red;width:1blub">a')).to.deep.equal(['1:21']);
    expect(await places('a<b id=style STYLE=width:1blub>a')).to.deep.equal(['1:20']);
    expect(await places('<p title=x\n  style="\n   width:1blub">a')).to.deep.equal(['3:4']);
    // A value with character references isn't found, so the position of the tag is used.
    expect(await places('a <p style="width:1&#98;lub">a')).to.deep.equal(['1:3']);
  });
});

describe('parseXml', () => {
  it('reads namespaces, CDATA and the entities of the internal subset', () => {
    const tree = parseXml(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e "A&#66;">]><s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink"><s:use l:href="#q"/>&e;&amp;<![CDATA[<>]]></s:svg>',
      budget(),
    );
    expect(outline(tree?.root as Element)).to.equal('svg(use() "AB&<>")');
    const use = tree?.root.children[0];
    expect(use?.type === 'element' && use.attribute('xlink:href')).to.equal('#q');
    expect(tree?.wellFormed).to.equal(true);
  });

  it('keeps the content before an error', () => {
    const tree = parseXml('<svg><g><a></g></svg>', budget());
    expect(outline(tree?.root as Element)).to.equal('svg(g(a()))');
    expect(tree?.wellFormed).to.equal(false);
  });

  it('limits the expansion of nested entities', () => {
    const entities = Array.from({ length: 7 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(30)}">`).join('');
    expect(() => parseXml(`<!DOCTYPE s [<!ENTITY e0 "lol">${entities}]><s>&e7;</s>`, budget())).to.throw('substituted');
  });
});
