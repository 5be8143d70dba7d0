import { expect } from 'chai';
import { textOf } from '../../../engine/document/parse.ts';
import { styled } from '../../support/style.ts';

/** Returns `shadow` inside `<div id=host>` with light children. */
const host = (shadow: string, light = '', attributes = ''): string =>
  `<div id=host ${attributes}><template shadowrootmode=open>${shadow}</template>${light}</div>`;

const widths = (html: string, ...ids: string[]): number[] => {
  const { style } = styled(html);
  return ids.map((id) => style(id).box.width.px);
};

describe('shadow trees', () => {
  it("are drawn instead of the host's children, which go into their slots", () => {
    const { element } = styled(
      host(
        '<slot name=a></slot><b>-</b><slot>fallback</slot><slot name=c>none</slot>',
        '1<i slot=a>2</i>3<i slot=x>4</i>',
      ),
    );
    expect(textOf(element('host'))).to.equal('2-13none');
  });

  it('can be passed from slot to slot', () => {
    const inner = '<div><template shadowrootmode=closed>(<slot></slot>)</template><slot></slot></div>';
    expect(textOf(styled(host(inner, 'x')).element('host'))).to.equal('(x)');
  });

  it("become templates, with a report, if their element can't be a host", () => {
    const { element, diagnostics } = styled('<ul id=u><template shadowrootmode=open>x</template><li>y</ul>');
    expect(textOf(element('u'))).to.equal('y');
    expect(diagnostics().map(({ code }) => code)).to.deep.equal(['html/no-shadow-host']);
  });

  it('have their own style sheets', () =>
    expect(
      widths(
        `<style>p { width: 1px } #s { width: 2px }</style><p id=d></p>${host('<style>p { width: 3px }</style><p id=s></p>', '<p id=l></p>')}`,
        'd',
        's',
      ),
    ).to.deep.equal([1, 3]));

  it('inherit through slots', () => {
    const { style } = styled(
      host('<style>slot { letter-spacing: 2px }</style><slot></slot>', '<i id=l></i>', 'style="letter-spacing: 1px"'),
    );
    expect(style('l').text.letterSpacing.px).to.equal(2);
  });

  it('match combinators and positions within their own tree', () =>
    expect(
      widths(
        `<style>div > i { width: 1px } i + i { height: 1px } slot i { width: 9px } i:first-child { padding: 4px }</style>${host(
          '<style>style + b + b { width: 2px } div b { width: 8px }</style><b></b><b id=s></b><slot></slot>',
          '<i></i><i id=l></i>',
        )}`,
        's',
        'l',
      ),
    ).to.deep.equal([2, 1]));

  it('match :host, :host() and :host-context() by the host', () =>
    expect(
      widths(
        `<div class=dark>${host(
          `<style>:host { width: 1px } :host(.b) { width: 2px } :host(.a) { width: 3px }
             :host(.a) > p { width: 4px } :host-context(.dark) i { width: 5px } div { width: 6px } .a p { width: 7px }
             :host:has(u) b { width: 8px } :host, :root { u { width: 9px } } *:host > u { width: 10px }</style>
           <p id=p></p><i id=i></i><b id=b></b><u id=u></u>`,
          '',
          'class=a',
        )}</div>`,
        'host',
        'p',
        'i',
        'b',
        'u',
      ),
    ).to.deep.equal([3, 4, 5, 8, 9]));

  it('style slotted content with lower priority than its own tree, unless important', () =>
    expect(
      widths(
        `<style>.own { width: 1px }</style>${host(
          `<style>#x::slotted(*) { width: 2px; min-width: 2px !important } ::slotted(p, i) { width: 3px } slot::slotted(.no) { width: 4px }
            ::slotted(i)::before { content: 'x'; width: 5px }</style><slot id=x></slot>`,
          '<i id=a></i><i id=b class=own></i><u><i id=c></i></u>',
        )}`,
        'a',
        'b',
        'c',
      ),
    ).to.deep.equal([2, 1, 0]));

  it('expose parts to the surrounding tree, which has priority', () =>
    expect(
      widths(
        `<style>div::part(a) { width: 1px } div::part(a b) { width: 2px } div p { width: 9px } ::part(out) { width: 3px }</style>${host(
          `<style>#a { width: 5px } ::part(in) { width: 6px }</style><p id=a part=a></p><p id=b part="b a" style="width: 7px"></p><p id=c part=c></p>
           <div exportparts="in: out"><template shadowrootmode=open><p id=d part=in></p></template></div>`,
        )}`,
        'a',
        'b',
        'd',
      ),
    ).to.deep.equal([1, 2, 3]));

  it('distinguish filled slots from empty ones', () =>
    expect(
      widths(
        host(
          `<style>slot { width: 1px } :has-slotted { width: 2px } :has-slotted(i) { width: 3px }</style>
           <slot id=a></slot><slot id=b name=b></slot><slot id=c name=c>fallback</slot>`,
          'text<i slot=b></i>',
        ),
        'a',
        'b',
        'c',
      ),
    ).to.deep.equal([2, 3, 1]));

  it('are counted if selectors depend on contents', () =>
    expect(
      widths(
        `<style>div:has(b) { width: 1px } div:has(> i) { min-width: 2px } section:has(i) { width: 3px } section:has(b) { width: 4px }</style>
         <section id=s>${host('<b></b><slot></slot>', '<i></i>')}</section>`,
        'host',
        's',
      ),
    ).to.deep.equal([0, 3]));
});
