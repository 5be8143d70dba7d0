import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchTemplate } from '../../../server/commands/batch-template.ts';
import { checkTemplate, fillTemplate, TemplateError } from '../../../server/rendering/templates.ts';
import { withClock } from '../../support/clock.ts';
import { watching } from '../../support/counted.ts';

/** Returns how many elements `Array.prototype.shift` moves while a template is parsed. */
async function movedFor(template: string): Promise<number> {
  let moved = 0;
  await watching(
    Array.prototype,
    'shift',
    (array) => void (moved += (array as unknown[]).length),
    () => checkTemplate(template),
  );
  return moved;
}

async function failureOf(template: string, values: Record<string, unknown> = {}): Promise<string> {
  const failure = await fillTemplate(template, values, 10_000).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).to.be.instanceOf(TemplateError);
  return (failure as TemplateError).message;
}

describe('templates', () => {
  for (const [name, tag] of Object.entries({
    values: '{{ a }}',
    raw: '{% raw %}x{% endraw %}',
    conditions: '{% if a %}x{% endif %}',
    liquid: '{% liquid\nassign b = a\n%}',
  })) {
    it(`parse many tags of one kind in linear time: ${name}`, async () => {
      expect(await movedFor(tag.repeat(2000))).to.be.at.most(2.2 * (await movedFor(tag.repeat(1000))) + 1000);
    });
  }

  it('parse for one second', async () => {
    let now = 0;
    const message = await withClock(
      () => now++,
      () => failureOf('{{ a }}'.repeat(5000)),
    );
    expect(message).to.match(/^parsing the template takes longer than 1000 ms, line:1, col:\d+$/);
  });

  it('nest tags and brackets 200 levels deep', async () => {
    const tags = (depth: number): string => '{% if true %}'.repeat(depth) + '{% endif %}'.repeat(depth);
    const brackets = (depth: number): string => `{{ ${'a['.repeat(depth)}1${']'.repeat(depth)} }}`;
    for (const nested of [tags, brackets]) {
      expect((await fillTemplate(nested(150), {}, 10_000)).html).to.equal('');
      for (const depth of [300, 20_000]) expect(await failureOf(nested(depth))).to.contain('more than 200 levels deep');
    }
    for (const open of ['{% if true %}', '{% for a in b %}', '{% capture a %}', '{% case 1 %}{% when 1 %}', '{{ (((('])
      expect(await failureOf(open.repeat(20_000))).to.match(/more than 200 levels deep|not closed|syntax/);
  });

  it('nest partial templates, layouts and the tags in them 200 levels deep', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-nested-'));
    const failureIn = (text: string): Promise<string> =>
      Promise.resolve()
        .then(() => new BatchTemplate(join(folder, 'main.html'), text).fillIn({}, 10_000))
        .then(
          () => 'filled',
          ({ message }: Error) => message,
        );
    const deep = `${'{% if true %}'.repeat(20_000)}${'{% endif %}'.repeat(20_000)}`;
    for (const [file, text] of [
      ['self.html', "{% render 'self.html' %}"],
      ['a.html', "{% include 'b.html' %}"],
      ['b.html', "{% include 'a.html' %}"],
      ['above.html', "{% layout 'above.html' %}"],
      ['deep.html', deep],
    ])
      writeFileSync(join(folder, file!), text!);
    try {
      for (const text of [
        "{% render 'self.html' %}",
        "{% include 'a.html' %}",
        "{% layout 'above.html' %}",
        "{% render 'deep.html' %}",
        "{% layout 'deep.html' %}",
      ])
        expect(await failureIn(text), text).to.contain('nested more than 200 levels deep');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('build values of at most 64 million characters', async () => {
    const doubled = "{% assign a = 'x' %}{% for i in (1..40) %}{% assign a = a | append: a %}{% endfor %}";
    expect(await failureOf(doubled)).to.contain('memory alloc limit exceeded');
  });

  it('render within the given time', async () => {
    let now = 0;
    const endless = '{% for i in (1..100000) %}{{ i }}{% endfor %}';
    const message = await withClock(
      () => now++,
      () => failureOf(endless),
    );
    expect(message).to.contain('template render limit exceeded');
    expect(now).to.be.below(50_000);
  });

  it('name data that is nested too deeply', async () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    for (const template of ['{{ a }}', '{{ a | json }}', '{{ a | join: "," }}'])
      expect(await failureOf(template, { a: deep })).to.equal(
        'the data is nested too deeply to be written, line:1, col:1',
      );
  });

  it('write numbers with decimals', async () => {
    const values = { price: 2, text: '1.005', none: '', word: 'free' };
    const template =
      '{{ price | fixed: 2 }} {{ price | fixed }} {{ text | fixed: 1 }} {{ price | fixed: 0 }} {{ word | fixed: 2 }} {{ none | fixed: 2 }}| {{ price | fixed: 99 }}';
    expect((await fillTemplate(template, values, 10_000)).html).to.equal('2.00 2.00 1.0 2 free | 2');
  });

  it("write dates as in the data, regardless of the machine's language and time zone", async () => {
    const dates = {
      "'2026-03-01' | date: '%d %B %Y'": '01 March 2026',
      "'2026-03-01T23:30:00Z' | date: '%a %e %b, %H:%M'": 'Sun  1 Mar, 23:30',
      "'2026-03-01T23:30:00-08:00' | date: '%A, %H:%M %z'": 'Sunday, 23:30 -0800',
      "'2026-03-01T23:30:00Z' | date: '%A %H:%M %Z', 'Asia/Tokyo'": 'Monday 08:30 Asia/Tokyo',
      "'2026-07-01T12:00:00Z' | date: '%H:%M', 'Europe/Berlin'": '14:00',
      "'2026-03-01T23:30:00Z' | date: '%H:%M', 360": '17:30',
      "1772407800 | date: '%Y-%m-%d %H:%M'": '2026-03-01 23:30',
      "'1772407800' | date: '%^B|%10b|%-10b|%%B|%h'": 'MARCH|       Mar|Mar|%B|Mar',
      "'no date' | date: '%B'": 'no date',
      "none | date: '%B'": '',
      "'2026-03-01T00:30:00Z' | date": 'Sunday, March 1, 2026 at 12:30 am +0000',
    };
    const zone = process.env.TZ;
    try {
      for (const place of ['America/Los_Angeles', 'Asia/Tokyo', 'UTC']) {
        process.env.TZ = place;
        for (const [tag, expected] of Object.entries(dates)) {
          const { html } = await fillTemplate(`{{ ${tag} }}`, { none: null }, 10_000);
          expect(html, `${tag} in ${place}`).to.equal(expected);
        }
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
    expect(await failureOf("{{ '2026-03-01' | date: '%B', 'Nowhere/Else' }}")).to.contain('Nowhere/Else');
  });

  it('create few formatters for the names in many dates', async () => {
    const days = Array.from({ length: 500 }, (_, i) => new Date(Date.UTC(2026, 0, i)).toISOString());
    const template = "{% for d in days %}{{ d | date: '%A %B %Z', 'Europe/Berlin' }}{% endfor %}";
    const { DateTimeFormat } = Intl;
    let made = 0;
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      apply: (target, self, given) => (made++, Reflect.apply(target, self, given)),
      construct: (target, given) => (made++, Reflect.construct(target, given)),
    });
    try {
      await fillTemplate(template, { days }, 10_000);
    } finally {
      Intl.DateTimeFormat = DateTimeFormat;
    }
    expect(made).to.be.within(1, 30);
  });

  it('list each missing value with its place and how often it was missing', async () => {
    const { html, remarks } = await fillTemplate('{% for i in (1..3) %}{{ x }}{% endfor %}\n{{ y.z }}.', {}, 10_000);
    expect(html).to.equal('\n.');
    expect(remarks.map(({ message, line, column, count }) => [message.split('.')[0], line, column, count])).to.eql([
      ['The data contains no value for x', 1, 25, 3],
      ['The data contains no value for y', 2, 4, 1],
    ]);
  });

  it('map positions in the document to the template', async () => {
    const template = [
      '{% assign a = 1 -%}',
      '<ul>',
      '  {%- for i in list %}',
      '  <li>{{ i }}</li>{% capture x %}<b>{{ i }}</b>{% endcapture %}',
      '  {%- endfor %}',
      '</ul>{{ x }}{{ none }}<p>end',
    ].join('\n');
    const { html, placeInTemplate } = await fillTemplate(template, { list: ['one', 'two\nlines'] }, 10_000);
    const at = (text: string, from = 0): string => {
      const offset = html.indexOf(text, from);
      const before = html.slice(0, offset).split('\n');
      const place = placeInTemplate({ line: before.length, column: before.at(-1)!.length + 1 })!;
      return template.split('\n')[place.line - 1]!.slice(place.column - 1);
    };
    expect(html).to.equal('<ul>\n  <li>one</li>\n  <li>two\nlines</li>\n</ul>&lt;b&gt;two\nlines&lt;/b&gt;<p>end');
    expect(at('<ul>')).to.equal('<ul>');
    expect(at('<li>')).to.match(/^<li>\{\{ i \}\}/);
    expect(at('<li>two')).to.match(/^<li>\{\{ i \}\}/);
    expect(at('lines')).to.match(/^\{\{ i \}\}<\/li>/);
    expect(at('&lt;b')).to.match(/^\{\{ x \}\}/);
    expect(at('</ul>')).to.match(/^<\/ul>/);
    expect(at('<p>end')).to.equal('<p>end');
    expect(placeInTemplate({ line: 99, column: 1 })).to.equal(null);
  });

  it('map the output of partial templates to the tags that render them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-partial-'));
    // The same positions in both files are of different text.
    writeFileSync(join(folder, 'part.html'), '<i>{{ "a" }}</i>\n<i>{{ "b" }}</i>\n');
    const text = '<p>one</p>\n{% render "part.html" %}<p>two</p>';
    const { html, placeInTemplate } = await new BatchTemplate(join(folder, 'main.html'), text).fillIn({}, 10_000);
    expect(html).to.equal('<p>one</p>\n<i>a</i>\n<i>b</i>\n<p>two</p>');
    expect(placeInTemplate({ line: 2, column: 4 })).to.deep.equal({ line: 2, column: 1 });
    expect(placeInTemplate({ line: 3, column: 4 })).to.deep.equal({ line: 2, column: 1 });
    expect(placeInTemplate({ line: 4, column: 1 })).to.deep.equal({ line: 2, column: 25 });
    rmSync(folder, { recursive: true });
  });

  it('stop looking for missing values before that costs more than the document', async () => {
    const { html, remarks } = await fillTemplate('{{ x }}\n'.repeat(5000), {}, 10_000);
    expect(html).to.equal('\n'.repeat(5000));
    expect(remarks).to.have.lengthOf.within(2, 200);
    expect(remarks.at(-1)!.message).to.contain('The rest are not listed');
  });
});
