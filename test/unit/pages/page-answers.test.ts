/** Information that pages provide: named strings (css-gcpm-3 §1.1.2), page counters and element positions. */
import { expect } from 'chai';
import type { OccurrenceKeyword } from '../../../engine/boxes/page-references.ts';
import { Element } from '../../../engine/document/node.ts';
import { type AnsweringPage, PageAnswers } from '../../../engine/pages/page-answers.ts';
import { NO_NOTES, type PageNotes } from '../../../engine/pages/page-notes.ts';
import { styled } from '../../support/style.ts';

/** Returns a page whose context has these declarations. */
function page(notes: PageNotes = NO_NOTES, css = '', calls: readonly Element[] = []): AnsweringPage {
  const { styler } = styled(`<style>@page{${css}}</style>`);
  return {
    style: styler.pageStyle({ name: '', index: 0, first: false, left: false, blank: false, groups: new Map() }),
    groups: new Map(),
    notes,
    calls,
  };
}

const NOWHERE = { element: null, pseudo: null };

function withStrings(...pages: readonly (readonly string[])[]): PageAnswers {
  const answers = new PageAnswers(() => null);
  pages.forEach((values, i) => {
    const assigned = values.map((value) => ({ value, isFirst: i === 3 }));
    const strings: PageNotes['strings'] = new Map(assigned.length === 0 ? [] : [['title', assigned]]);
    answers.addPage(page({ ...NO_NOTES, strings }));
  });
  return answers;
}

describe('PageAnswers', () => {
  describe('named strings', () => {
    const answers = withStrings([], ['a', 'b'], [], ['c']);
    const on = (page: number, which: OccurrenceKeyword): string | null =>
      answers.from(page - 1).string('title', which, NOWHERE);

    it('are empty before the first assignment', () => {
      for (const which of ['first', 'start', 'last', 'first-except'] as const) expect(on(1, which)).to.equal(null);
    });

    it('are chosen by keyword on a page that assigns them', () => {
      expect(on(2, 'first')).to.equal('a');
      expect(on(2, 'last')).to.equal('b');
      expect(on(2, 'start')).to.equal(null);
      expect(on(2, 'first-except')).to.equal(null);
      expect(on(4, 'start')).to.equal('c');
    });

    it('carry over from earlier pages', () => {
      for (const which of ['first', 'start', 'last', 'first-except'] as const) expect(on(3, which)).to.equal('b');
    });
  });

  it('knows the number of pages and the pages of targets once all pages exist', () => {
    const { element } = styled('<p id=here>x<p id=there>y');
    const answers = new PageAnswers((id) => element(id));
    answers.addPage(page({ ...NO_NOTES, elements: [element('here')] }, 'counter-reset:page 7'));
    const references = answers.from(0);
    expect(references.counter('page', NOWHERE)).to.deep.equal([7]);
    expect(references.targetCounter('here', 'page')).to.deep.equal([7]);
    expect(references.counter('chapter', NOWHERE)).to.equal(null);
    expect(answers.askedAhead).to.equal(false);
    expect(references.targetCounter('there', 'page')).to.equal(null);
    expect(answers.askedAhead).to.equal(true);

    answers.askedAhead = false;
    references.counter('pages', NOWHERE);
    expect(answers.askedAhead).to.equal(true);

    answers.askedAhead = false;
    answers.addPage(page({ ...NO_NOTES, elements: [element('there')] }));
    answers.complete();
    expect(references.counter('pages', NOWHERE)).to.deep.equal([2]);
    expect(references.targetCounter('there', 'page')).to.deep.equal([8]);
    expect(answers.askedAhead).to.equal(false);
  });

  it('numbers notes from where a page restarts them', () => {
    const { element } = styled('<i id=a></i><i id=b></i><i id=c></i>');
    const answers = new PageAnswers(() => null);
    const [a, b, c] = ['a', 'b', 'c'].map(element);
    answers.addPage(page(NO_NOTES, '', [a!]));
    answers.addPage(page(NO_NOTES, 'counter-reset:footnote 4'));
    answers.addPage(page(NO_NOTES, '', [b!, c!]));
    expect(answers.from(null).footnoteRestart(a!)).to.equal(null);
    expect(answers.from(null).footnoteRestart(c!)).to.deep.equal({ first: b, value: 4 });
  });

  it('reports flow content on the page where its element begins', () => {
    const { element } = styled('<p id=here>x');
    const answers = new PageAnswers(() => null);
    const place = { element: element('here'), pseudo: 'before' };
    expect(place.element).to.be.instanceOf(Element);
    answers.addPage(page());
    answers.addPage(page({ ...NO_NOTES, elements: [element('here')] }));
    answers.addPage(page({ ...NO_NOTES, elements: [element('here')] }));
    expect(answers.from(null).counter('page', place)).to.deep.equal([2]);
    expect(answers.from(null).counter('page', NOWHERE)).to.equal(null);
  });
});
