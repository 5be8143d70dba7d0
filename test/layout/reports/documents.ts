/**
 * Small documents of the kinds that users of other renderers report as faulty, each in another container, direction or
 * side, with the words of each page and the diagnostics.
 */

/** Begins each document. Pages hold eight lines. */
export const START =
  '<!doctype html><meta charset=utf-8><html lang=en><style>@page{size:300px 200px;margin:20px}body{margin:0;font:10px/20px Arimo}p{margin:0}';

export interface ReportedDocument {
  readonly what: string;
  /** Continues the style sheet of `START`. */
  readonly html: string;
  readonly pages: readonly string[];
  /** The codes of the diagnostics, with their number if there are several. */
  readonly said: readonly string[];
}

export const REPORTED: Readonly<Record<string, readonly ReportedDocument[]>> = {
  'Text that boxes cut off': [
    {
      what: 'a column flexbox that scrolls',
      html: '.s{display:flex;flex-direction:column;height:60px;overflow:auto}</style><div class=s><p>line of text</p><p>line of text</p><p>line of text</p><p>line of text</p><p>line of text</p><p>line of text</p><p>line of text</p><p>line of text</p><p>line of text</p><p>line of text</p></div>',
      pages: ['line of text line of text line of text'],
      said: ['layout/clipped-text'],
    },
    {
      what: 'a grid that scrolls',
      html: '.s{display:grid;height:60px;overflow-y:scroll}</style><div class=s><p>line of text</p><p>line of text</p><p>line of text</p><p>line of text</p><p>line of text</p><p>line of text</p><p>line of text</p><p>line of text</p><p>line of text</p><p>line of text</p></div>',
      pages: ['line of text line of text line of text'],
      said: ['layout/clipped-text'],
    },
    {
      what: 'a box of limited height in a cell',
      html: 'td div{max-height:40px;overflow:hidden}</style><table><tr><td><div>line<br>line<br>line<br>line<br>line<br>line<br></div></table>',
      pages: ['line line'],
      said: ['layout/clipped-text'],
    },
    {
      what: 'paint containment',
      html: 'div{contain:paint;height:30px}</style><div>line<br>line<br>line<br>line<br>line<br>line<br></div>',
      pages: ['line line'],
      said: ['layout/clipped-text'],
    },
    {
      what: 'an unbroken line in a narrow box',
      html: 'div{overflow:clip;width:60px;white-space:nowrap}</style><div>a long line of text that is cut</div>',
      pages: ['a long line of t'],
      said: ['layout/clipped-text'],
    },
    {
      what: 'vertical text in a scroll container',
      html: 'div{writing-mode:vertical-rl;overflow:auto;height:60px;width:60px}</style><div>word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word </div>',
      pages: ['word word word word word word'],
      said: ['layout/clipped-text'],
    },
    {
      what: 'a narrow field',
      html: '</style><input value="a very very long value in an input that does not fit at all" size=5>',
      pages: ['a very ve'],
      said: ['layout/clipped-text'],
    },
    {
      what: 'a list box',
      html: '</style><select size=2><option>opt<option>opt<option>opt<option>opt<option>opt<option>opt</select>',
      pages: ['opt opt'],
      said: ['layout/clipped-text'],
    },
    {
      what: 'a line with an ellipsis',
      html: 'div{width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}</style><div>a long line of text that is cut</div>',
      pages: ['a long line …'],
      said: [],
    },
    {
      what: 'clamped lines',
      html: 'div{overflow:hidden;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical}</style><div>line<br>line<br>line<br>line<br>line<br>line<br></div>',
      pages: ['line line…'],
      said: [],
    },
    {
      what: 'clip paths and hidden text',
      html: '.a{clip-path:inset(0 50% 0 0);width:200px}.b{position:absolute;clip:rect(0 0 0 0);width:1px;height:1px;overflow:hidden}</style><div class=a>a long line of text which the path cuts in two</div><span class=b>sr</span>',
      pages: ['a long line of text which sr'],
      said: [],
    },
    {
      what: 'an inline block taller than the page',
      html: '</style><div style="display:inline-block">line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br></div>',
      pages: ['line line line line line line line line', 'line line line line line line'],
      said: [],
    },
    {
      what: 'a fixed box taller than the page',
      html: '.x{position:fixed;inset:0}</style><div class=x><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p></div>',
      pages: ['line line line line line line line line line'],
      said: ['layout/clipped-text'],
    },
    {
      what: 'a positioned box that continues',
      html: '.x{position:absolute;top:100px}</style><div class=x><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p></div>',
      pages: ['line line line', 'line line line line line line line line', 'line line line'],
      said: [],
    },
    {
      what: 'slides beside the first',
      html: '.c{display:flex;overflow:hidden;width:100px}.c div{flex:0 0 100px}</style><div class=c><div>slide one</div><div>slide two</div></div>',
      pages: ['slide one'],
      said: ['layout/clipped-text'],
    },
    {
      what: 'closed panels',
      html: '.c{max-height:0;overflow:hidden}</style><div class=c>closed panel text</div><details><summary>S</summary>hidden</details>',
      pages: ['closed panel text S'],
      said: [],
    },
    {
      what: 'a margin box that clips',
      html: '@page{@top-left{content:"a very long running header that does not fit in its margin box whatsoever at all, really";white-space:nowrap;overflow:hidden;width:80px}}</style><p>x',
      pages: ['x a very long r'],
      said: ['layout/clipped-text'],
    },
    {
      what: 'scroll containers in each other',
      html: '.o{height:80px;overflow:auto}.i{height:40px;overflow:auto}</style><div class=o><div class=i><p>inner</p><p>inner</p><p>inner</p><p>inner</p><p>inner</p></div><p>outer</p><p>outer</p><p>outer</p><p>outer</p><p>outer</p></div>',
      pages: ['inner inner outer outer'],
      said: ['layout/clipped-text 2'],
    },
  ],
  Tables: [
    {
      what: 'a spanning cell that avoids breaks',
      html: 'td{height:30px;border:1px solid}.g{break-inside:avoid}</style><table><tr><td>r0</td></tr><tr><td>r1</td></tr><tr><td>r2</td></tr><tr><td>x<td rowspan=4 class=g>G</tr><tr><td>r0</td></tr><tr><td>r1</td></tr><tr><td>r2</td></tr><tr><td>r0</td></tr><tr><td>r1</td></tr><tr><td>r2</td></tr></table>',
      pages: ['r0 r1 r2', 'x G r0 r1 r2', 'r0 r1 r2'],
      said: [],
    },
    {
      what: 'a colored spanning cell',
      html: 'td{height:45px;padding:0}.g{background:#fcc;border:2px solid}</style><table style="border-collapse:collapse"><tr><td>a<td rowspan=6 class=g>G</tr><tr><td>r0</td></tr><tr><td>r1</td></tr><tr><td>r2</td></tr><tr><td>r3</td></tr><tr><td>r4</td></tr></table>',
      pages: ['a G r0 r1 r2', 'r3 r4'],
      said: [],
    },
    {
      what: 'a spanning cell in vertical text',
      html: 'html{writing-mode:vertical-rl}td{width:45px;padding:0}.g{background:#fcc;border:2px solid}</style><table style="border-collapse:collapse"><tr><td>a<td rowspan=8 class=g>G</tr><tr><td>r0</td></tr><tr><td>r1</td></tr><tr><td>r2</td></tr><tr><td>r3</td></tr><tr><td>r4</td></tr><tr><td>r5</td></tr><tr><td>r6</td></tr></table>',
      pages: ['a G r0 r1 r2 r3 r4', 'r5 r6'],
      said: [],
    },
    {
      what: 'a collapsed table with cloned borders',
      html: 'table{box-decoration-break:clone;border-collapse:collapse;border:3px solid red}td{border:1px solid}</style><table><tr><td>r0</td></tr><tr><td>r1</td></tr><tr><td>r2</td></tr><tr><td>r3</td></tr><tr><td>r4</td></tr><tr><td>r5</td></tr><tr><td>r6</td></tr><tr><td>r7</td></tr><tr><td>r8</td></tr><tr><td>r9</td></tr><tr><td>r10</td></tr><tr><td>r11</td></tr><tr><td>r12</td></tr><tr><td>r13</td></tr><tr><td>r14</td></tr><tr><td>r15</td></tr><tr><td>r16</td></tr><tr><td>r17</td></tr><tr><td>r18</td></tr><tr><td>r19</td></tr></table>',
      pages: ['r0 r1 r2 r3 r4 r5', 'r6 r7 r8 r9 r10 r11', 'r12 r13 r14 r15 r16 r17', 'r18 r19'],
      said: [],
    },
    {
      what: 'positioned boxes in cells',
      html: 'td{position:relative;height:80px;border:1px solid;width:80px}.s{position:absolute;right:0;bottom:0;background:#fcc}.t{position:absolute;left:0;top:0;background:#cfc}</style><table><tr><td>mid<span class=s>S</span><span class=t>T</span><td style="vertical-align:bottom">bot<span class=s>S</span><span class=t>T</span><td style="vertical-align:baseline">base<span class=s>S</span><i class=t style="inset:auto 0 50% auto">m</i></table>',
      pages: ['mid S T bot S T base S m'],
      said: [],
    },
    {
      what: 'positioned boxes in a long table',
      html: 'table{position:relative;width:100%}.s{position:absolute;bottom:0;right:0}.m{position:absolute;top:50%;right:0}</style><table><tr><td>a<span class=s>BOTTOM</span><span class=m>MIDDLE</span></tr><tr><td>r0</td></tr><tr><td>r1</td></tr><tr><td>r2</td></tr><tr><td>r3</td></tr><tr><td>r4</td></tr><tr><td>r5</td></tr><tr><td>r6</td></tr><tr><td>r7</td></tr><tr><td>r8</td></tr><tr><td>r9</td></tr><tr><td>r10</td></tr><tr><td>r11</td></tr><tr><td>r12</td></tr><tr><td>r13</td></tr><tr><td>r14</td></tr><tr><td>r15</td></tr><tr><td>r16</td></tr><tr><td>r17</td></tr><tr><td>r18</td></tr><tr><td>r19</td></tr></table>',
      pages: ['a r0 r1 r2 r3 r4', 'MIDDLE r5 r6 r7 r8 r9 r10', 'r11 r12 r13 r14 r15 r16', 'BOTTOM r17 r18 r19'],
      said: [],
    },
    {
      what: 'a repeated header in columns',
      html: '.c{columns:2}</style><div class=c><table><thead><tr><th>HEAD</thead><tr><td>r0</td></tr><tr><td>r1</td></tr><tr><td>r2</td></tr><tr><td>r3</td></tr><tr><td>r4</td></tr><tr><td>r5</td></tr><tr><td>r6</td></tr><tr><td>r7</td></tr><tr><td>r8</td></tr><tr><td>r9</td></tr><tr><td>r10</td></tr><tr><td>r11</td></tr><tr><td>r12</td></tr><tr><td>r13</td></tr><tr><td>r14</td></tr><tr><td>r15</td></tr><tr><td>r16</td></tr><tr><td>r17</td></tr><tr><td>r18</td></tr><tr><td>r19</td></tr><tr><td>r20</td></tr><tr><td>r21</td></tr><tr><td>r22</td></tr><tr><td>r23</td></tr><tr><td>r24</td></tr><tr><td>r25</td></tr></table></div>',
      pages: [
        'HEAD r0 r1 r2 r3 r4 HEAD r5 r6 r7 r8 r9',
        'HEAD r10 r11 r12 r13 r14 HEAD r15 r16 r17 r18 r19',
        'HEAD r20 r21 r22 HEAD r23 r24 r25',
      ],
      said: [],
    },
    {
      what: 'a repeated header and footer in right-to-left columns',
      html: '.c{columns:3;writing-mode:horizontal-tb;direction:rtl}</style><div class=c><table><thead><tr><th>HEAD</thead><tfoot><tr><td>FOOT</tfoot><tr><td>r0</td></tr><tr><td>r1</td></tr><tr><td>r2</td></tr><tr><td>r3</td></tr><tr><td>r4</td></tr><tr><td>r5</td></tr><tr><td>r6</td></tr><tr><td>r7</td></tr><tr><td>r8</td></tr><tr><td>r9</td></tr><tr><td>r10</td></tr><tr><td>r11</td></tr><tr><td>r12</td></tr><tr><td>r13</td></tr><tr><td>r14</td></tr><tr><td>r15</td></tr><tr><td>r16</td></tr><tr><td>r17</td></tr><tr><td>r18</td></tr><tr><td>r19</td></tr><tr><td>r20</td></tr><tr><td>r21</td></tr><tr><td>r22</td></tr><tr><td>r23</td></tr><tr><td>r24</td></tr><tr><td>r25</td></tr><tr><td>r26</td></tr><tr><td>r27</td></tr><tr><td>r28</td></tr><tr><td>r29</td></tr><tr><td>r30</td></tr><tr><td>r31</td></tr><tr><td>r32</td></tr><tr><td>r33</td></tr><tr><td>r34</td></tr><tr><td>r35</td></tr><tr><td>r36</td></tr><tr><td>r37</td></tr><tr><td>r38</td></tr><tr><td>r39</td></tr><tr><td>r40</td></tr><tr><td>r41</td></tr><tr><td>r42</td></tr><tr><td>r43</td></tr><tr><td>r44</td></tr><tr><td>r45</td></tr><tr><td>r46</td></tr><tr><td>r47</td></tr><tr><td>r48</td></tr><tr><td>r49</td></tr></table></div>',
      pages: [
        'HEAD r0 r1 r2 r3 FOOT HEAD r4 r5 r6 r7 FOOT HEAD r8 r9 r10 r11 FOOT',
        'HEAD r12 r13 r14 r15 FOOT HEAD r16 r17 r18 r19 FOOT HEAD r20 r21 r22 r23 FOOT',
        'HEAD r24 r25 r26 r27 FOOT HEAD r28 r29 r30 r31 FOOT HEAD r32 r33 r34 r35 FOOT',
        'HEAD r36 r37 r38 r39 FOOT HEAD r40 r41 r42 r43 FOOT HEAD r44 r45 r46 r47 FOOT',
        'HEAD FOOT r48 FOOT HEAD r49',
      ],
      said: [],
    },
    {
      what: 'a footer in a padded box',
      html: '.p{padding-bottom:60px;border:1px solid}</style><h3>head</h3><div class=p><table><tfoot><tr><td>FOOT</tfoot><tr><td>r0</td></tr><tr><td>r1</td></tr><tr><td>r2</td></tr><tr><td>r3</td></tr><tr><td>r4</td></tr></table></div>',
      pages: ['head r0 r1 r2 FOOT', 'FOOT r3 r4'],
      said: [],
    },
    {
      what: 'a header group in a block',
      html: '.h{display:table-header-group}.f{display:table-footer-group}</style><div><div class=h>HEAD</div><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><div class=f>FOOT</div></div>',
      pages: [
        'HEAD line line line line line line FOOT',
        'HEAD line line line line line line FOOT',
        'HEAD line line FOOT',
      ],
      said: [],
    },
    {
      what: 'a header group in a flow root',
      html: '.h{display:table-header-group}</style><section style="display:flow-root"><div class=h>HEAD</div><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p><p>line</p></section>',
      pages: ['HEAD line line line line line line line', 'HEAD line line line line line line line'],
      said: [],
    },
    {
      what: 'collapsed tables in each other',
      html: 'table{border-collapse:collapse;width:100%}td,th{border:2px solid}</style><table><thead><tr><th>OH</thead><tfoot><tr><td>OF</tfoot><tr><td><table><thead><tr><th>IH</thead><tr><td>r0</td></tr><tr><td>r1</td></tr><tr><td>r2</td></tr><tr><td>r3</td></tr><tr><td>r4</td></tr><tr><td>r5</td></tr><tr><td>r6</td></tr><tr><td>r7</td></tr><tr><td>r8</td></tr><tr><td>r9</td></tr><tr><td>r10</td></tr><tr><td>r11</td></tr><tr><td>r12</td></tr><tr><td>r13</td></tr><tr><td>r14</td></tr><tr><td>r15</td></tr><tr><td>r16</td></tr><tr><td>r17</td></tr><tr><td>r18</td></tr><tr><td>r19</td></tr></table></table>',
      pages: [
        'OH IH r0 r1 r2 OF',
        'OH IH r3 r4 r5 OF',
        'OH IH r6 r7 r8 OF',
        'OH IH r9 r10 r11 OF',
        'OH IH r12 r13 r14 OF',
        'OH IH r15 r16 r17 OF',
        'OH IH OF r18 r19',
      ],
      said: [],
    },
  ],
  Links: [
    {
      what: 'relative links and other schemes',
      html: '</style><a href="annex.pdf">a</a> <a href="../x#y">b</a> <a href="/root">c</a> <a href="//host/x">d</a> <a href="?q=1">e</a> <a href="http://[bad">f</a> <a href="mailto:a@b.c">g</a> <a href="tel:1">h</a> <a href="javascript:x()">i</a> <a href="file:///etc/passwd">j</a> <a href=" https://x.y/z ">k</a>',
      pages: ['a b c d e f g h i j k'],
      said: ['document/relative-link 4', 'document/dead-link', 'pdf/link-scheme 2'],
    },
    {
      what: 'ids with spaces, letters beyond ASCII, and other case',
      html: '</style><h1 id="a b">s</h1><h2 id="ü">u</h2><p><a href="#%C3%BC">u</a> <a href="#a%20b">ab</a> <a href="#A">wrong case</a> <a name=old>old</a><a href="#old">o</a>',
      pages: ['s u u ab wrong case oldo'],
      said: ['document/dead-link'],
    },
  ],
  'Notes, leaders and hyphens': [
    {
      what: 'calls after punctuation and ideographs',
      html: 'i{float:footnote}</style><p style="width:60px">What is this?<i>n1</i> Then well-<i>n2</i>known 漢字漢字漢字<i>n3</i>漢 "quo"<i>n4</i> and (br)<i>n5</i></p>',
      pages: ['What is this?1 Then well-2known 漢字漢字漢 1. n1 2. n2', '字3漢 "quo"4 and (br)5 3. n3 4. n4 5. n5'],
      said: [],
    },
    {
      what: 'notes in underlined text',
      html: 'i{float:footnote}</style><p><u>under<i>note u</i>lined</u> <del>del<i>note d</i>eted</del> <a href="https://x.y" style="text-decoration:underline wavy">link<i>note a</i></a> <u><span style="float:right">float</span> <span style="display:inline-block">iblk</span> <span style="position:absolute">abs</span>end</u>',
      pages: ['under1lined del2eted link3 floatiblk absend 1. note u 2. note d 3. note a'],
      said: [],
    },
    {
      what: 'notes from pseudo-elements',
      html: 'a::after{content:attr(href);float:footnote}li::before{content:"lb";float:footnote}p::before{content:"pb";float:footnote}</style><p><a href="https://x.y">x</a></p><ul><li>li</ul>',
      pages: ['1 1. pb x2 2. https://x.y 3 3. lb li'],
      said: [],
    },
    {
      what: 'leaders in items, cells and columns',
      html: '.f{display:flex}.f>*{flex:1}.l::after{content:leader(".") "9"}td{width:200px}</style><div class=f><div class=l>Short</div></div><div style="display:grid"><div class=l>Grid</div></div><table><tr><td class=l>Cell</table><div style="columns:2"><p class=l>c1</p><p class=l>c2</p></div><p dir=rtl class=l>شروع</p><div class=l style="float:left">Float</div>',
      pages: [
        'Short ................................................................................. 9 Grid ................................................................................... 9 Cell .............................................................. 9 c1 ...................................... 9 c2 ...................................... 9 شروع9 ................................................................................. Float.9',
      ],
      said: [],
    },
    {
      what: 'long words',
      html: 'p{hyphens:auto;width:40px}</style><p lang=de>Donaudampfschifffahrtsgesellschaftskapitaenspatentverlaengerungsantragsformular</p><p lang=en>internationalization</p>',
      pages: [
        'Donau- dampf- schiff- fahrtsge- sell- schafts- kapi- taenspa-',
        'tentver- laenge- rungsan- tragsfor- mular interna- tional- ization',
      ],
      said: [],
    },
  ],
  'Tied content and lists': [
    {
      what: 'list items that hold floats',
      html: 'li div{float:left;width:50px;height:30px;background:#ccf}li{border:1px solid red;padding:5px}</style><ul><li><div>a</div><li><div>b</div><li></ul><ol><li><div>a</div><li><div>b</div></ol>',
      pages: ['a b 1. a', '2. b'],
      said: [],
    },
    {
      what: 'blocks with break-after: avoid',
      html: '.h{break-after:avoid}.k{break-inside:avoid}</style><p>s</p><p>l</p><p>l</p><p>l</p><p class=h>h0</p><p class=h>h1</p><p class=h>h2</p><p class=h>h3</p><p class=h>h4</p><p class=h>h5</p><p class=h>h6</p><p class=h>h7</p><p class=h>h8</p><p class=h>h9</p><p class=h>h10</p><p class=h>h11</p>',
      pages: ['s l l l h0 h1 h2 h3', 'h4 h5 h6 h7 h8 h9 h10 h11'],
      said: [],
    },
    {
      what: 'blocks with break-before: avoid',
      html: '.h{break-before:avoid}</style><p>s</p><p>l</p><p>l</p><p>l</p><p class=h>h0</p><p class=h>h1</p><p class=h>h2</p><p class=h>h3</p><p class=h>h4</p><p class=h>h5</p><p class=h>h6</p><p class=h>h7</p><p class=h>h8</p><p class=h>h9</p><p class=h>h10</p><p class=h>h11</p>',
      pages: ['s l l l h0 h1 h2 h3', 'h4 h5 h6 h7 h8 h9 h10 h11'],
      said: [],
    },
    {
      what: 'tied items of a column flexbox',
      html: '.f{display:flex;flex-direction:column}.h{break-after:avoid}</style><p>s</p><div class=f><p class=h>h0</p><p class=h>h1</p><p class=h>h2</p><p class=h>h3</p><p class=h>h4</p><p class=h>h5</p><p class=h>h6</p><p class=h>h7</p><p class=h>h8</p><p class=h>h9</p><p class=h>h10</p><p class=h>h11</p><p class=h>h12</p><p class=h>h13</p></div>',
      pages: ['s h0 h1 h2 h3 h4 h5 h6', 'h7 h8 h9 h10 h11 h12 h13'],
      said: [],
    },
    {
      what: 'tied table rows',
      html: 'tr{break-after:avoid}</style><p>s</p><p>t</p><table><tr><td>r0</td></tr><tr><td>r1</td></tr><tr><td>r2</td></tr><tr><td>r3</td></tr><tr><td>r4</td></tr><tr><td>r5</td></tr><tr><td>r6</td></tr><tr><td>r7</td></tr><tr><td>r8</td></tr><tr><td>r9</td></tr><tr><td>r10</td></tr><tr><td>r11</td></tr><tr><td>r12</td></tr><tr><td>r13</td></tr><tr><td>r14</td></tr><tr><td>r15</td></tr></table>',
      pages: ['s t r0 r1 r2 r3 r4', 'r5 r6 r7 r8 r9 r10', 'r11 r12 r13 r14 r15'],
      said: [],
    },
  ],
  Pages: [
    {
      what: 'a blank page between named pages',
      html: '@page a{@top-left{content:"A"}}@page b{@top-left{content:"B"}}@page:blank{@top-left{content:"(blank)"}}.a{page:a}.b{page:b;break-before:recto}</style><div class=a>a</div><div class=b>b</div>',
      pages: ['a A', '(blank)', 'b B'],
      said: [],
    },
    {
      what: 'blank pages before right pages',
      html: '@page:blank{@top-left{content:"(blank)"}}.b{break-before:right}</style><div>a</div><div class=b>b</div><div class=b>c</div>',
      pages: ['a', '(blank)', 'b', '(blank)', 'c'],
      said: [],
    },
    {
      what: 'a receipt',
      html: '@page{size:80mm auto;margin:4mm}body{margin:0;font:10px/20px Arimo}</style><p>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>line<br>',
      pages: [
        'line line line line line line line line line line line line line line line line line line line line line line line line line line line line line line',
      ],
      said: [],
    },
    {
      what: 'a short receipt with a page number',
      html: '@page{size:80mm auto;margin:4mm;@bottom-center{content:counter(page)"/"counter(pages)}}body{margin:0;font:10px/20px Arimo}</style><p>line<br>line<br>line<br>',
      pages: ['line line line 1/1'],
      said: [],
    },
    {
      what: 'a receipt with a forced break',
      html: '@page{size:80mm auto;margin:4mm}body{margin:0;font:10px/20px Arimo}</style><p>a</p><p style="break-before:page">b</p>',
      pages: ['a', 'b'],
      said: [],
    },
    {
      what: 'four notes of one line',
      html: 'i{float:footnote}</style><p>l</p><p>l</p><p>l</p><p>l</p><p>x<i>n1</i> y<i>n2</i> z<i>n3</i> w<i>n4</i></p><p style="break-before:avoid">after</p><p>l</p><p>l</p><p>l</p><p>l</p>',
      pages: ['l l l l', 'x1 y2 z3 w4 after l l 1. n1 2. n2 3. n3 4. n4', 'l l'],
      said: [],
    },
    {
      what: 'notes of boxes in a line',
      html: 'i{float:footnote}b{display:inline-block}</style><p><b>x<i>n1</i></b> y<i>n2</i> <b>z<i>n3</i></b></p>',
      pages: ['x1 y2 z3 1. n1 2. n2 3. n3'],
      said: [],
    },
    {
      what: 'notes of columns',
      html: 'i{float:footnote}.c{columns:2}</style><div class=c><p>x0<i>n0</i></p><p>x1<i>n1</i></p><p>x2<i>n2</i></p><p>x3<i>n3</i></p><p>x4<i>n4</i></p><p>x5<i>n5</i></p><p>x6<i>n6</i></p><p>x7<i>n7</i></p><p>x8<i>n8</i></p><p>x9<i>n9</i></p><p>x10<i>n10</i></p><p>x11<i>n11</i></p><p>x12<i>n12</i></p><p>x13<i>n13</i></p></div>',
      pages: [
        'x01 x12 x23 x34 1. n0 2. n1 3. n2 4. n3',
        'x45 x56 x67 x78 5. n4 6. n5 7. n6 8. n7',
        'x89 x910 x1011 x1112 9. n8 10. n9 11. n10 12. n11',
        'x1213 x1314 13. n12 14. n13',
      ],
      said: [],
    },
    {
      what: 'notes in a caption, a header and a row',
      html: 'i{float:footnote}</style><table><caption>cap<i>nc</i></caption><thead><tr><th>h<i>nh</i></thead><tbody><tr><td>r0<tr><td>r1<tr><td>r2<tr><td>r3<tr><td>r4<tr><td>r5<tr><td>r6<tr><td>r7<tr><td>r8<tr><td>r9<i>nr</i><tr><td>r10<tr><td>r11<tr><td>r12<tr><td>r13</table>',
      pages: ['cap1 h2 r0 r1 r2 1. nc 2. nh', 'h2 r3 r4 r5 r6 r7', 'h2 r8 r93 r10 r11 3. nr', 'h2 r12 r13'],
      said: [],
    },
    {
      what: 'notes in items, floats and positioned boxes',
      html: 'i{float:footnote}.f{display:flex}</style><div class=f><div>a<i>na</i></div><div>b<i>nb</i></div></div><div style="display:grid"><span>g<i>ng</i></span></div><div style="float:left">fl<i>nf</i></div><div style="position:absolute;top:60px">ab<i>nab</i></div><div style="display:inline-block">ib<i>nib</i></div>',
      pages: ['a1b2 g3 fl4ib6 1. na 2. nb 3. ng 4. nf 6. nib', 'ab5 5. nab'],
      said: [],
    },
    {
      what: 'page numbers in a fixed box',
      html: '.f{position:fixed;bottom:-15px;left:0;right:0}.f::after{content:counter(page) "/" counter(pages)}</style><div class=f>F </div><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p><p>l</p>',
      pages: ['F 1/3 l l l l l l l l', 'l l l l l l l l F 2/3', 'l l l l F 3/3'],
      said: [],
    },
    {
      what: 'a running header taller than its margin',
      html: '.r{position:running(r)}@page{@top-center{content:element(r)}}</style><div class=r>one<br>two<br>three</div><p>body</p>',
      pages: ['body one two three'],
      said: ['layout/clipped-text'],
    },
    {
      what: 'a repeated header in a flex item',
      html: '</style><div style="display:flex"><table><thead><tr><th>H<tbody><tr><td>r0<tr><td>r1<tr><td>r2<tr><td>r3<tr><td>r4<tr><td>r5<tr><td>r6<tr><td>r7<tr><td>r8<tr><td>r9<tr><td>r10<tr><td>r11<tr><td>r12<tr><td>r13</table><p>side</p></div>',
      pages: ['H r0 r1 r2 r3 r4 side', 'H r5 r6 r7 r8 r9', 'H r10 r11 r12 r13'],
      said: [],
    },
    {
      what: 'repeated headers in grid items',
      html: '</style><div style="display:grid;grid-template-columns:1fr 1fr"><table><thead><tr><th>H<tbody><tr><td>r0<tr><td>r1<tr><td>r2<tr><td>r3<tr><td>r4<tr><td>r5<tr><td>r6<tr><td>r7<tr><td>r8<tr><td>r9<tr><td>r10<tr><td>r11<tr><td>r12<tr><td>r13</table><table><thead><tr><th>H2<tbody><tr><td>s0<tr><td>s1<tr><td>s2<tr><td>s3<tr><td>s4<tr><td>s5<tr><td>s6<tr><td>s7<tr><td>s8</table></div>',
      pages: ['H r0 r1 r2 r3 r4 H2 s0 s1 s2 s3', 'H r5 r6 r7 r8 r9 H2 s4 s5 s6', 'H r10 r11 r12 r13 H2 s7 s8'],
      said: [],
    },
    {
      what: 'a repeated header in a float',
      html: '</style><table style="float:left"><thead><tr><th>H<tbody><tr><td>r0<tr><td>r1<tr><td>r2<tr><td>r3<tr><td>r4<tr><td>r5<tr><td>r6<tr><td>r7<tr><td>r8<tr><td>r9<tr><td>r10<tr><td>r11<tr><td>r12<tr><td>r13</table>text',
      pages: ['H r0 r1 r2 r3 r4 text', 'H r5 r6 r7 r8 r9', 'H r10 r11 r12 r13'],
      said: [],
    },
    {
      what: 'a repeated header in a positioned table',
      html: '</style><table style="position:absolute;top:30px"><thead><tr><th>H<tbody><tr><td>r0<tr><td>r1<tr><td>r2<tr><td>r3<tr><td>r4<tr><td>r5<tr><td>r6<tr><td>r7<tr><td>r8<tr><td>r9<tr><td>r10<tr><td>r11<tr><td>r12<tr><td>r13</table>text',
      pages: ['H r0 r1 r2 r3 text', 'H r4 r5 r6 r7 r8', 'H r9 r10 r11 r12 r13'],
      said: [],
    },
    {
      what: 'tags of other renderers',
      html: '</style><pagebreak></pagebreak><htmlpageheader name=h>head {PAGENO} of {nb}</htmlpageheader><sethtmlpageheader name=h></sethtmlpageheader><pdf:nextpage></pdf:nextpage><pdf:pagenumber></pdf:pagenumber><barcode code="1"></barcode><tocentry content=x></tocentry><columns column-count=2></columns><p>{PAGE_NUM} [page] [topage] ${page}</p>',
      pages: ['head {PAGENO} of {nb} {PAGE_NUM} [page] [topage] ${page}'],
      said: ['html/foreign-markup 10'],
    },
    {
      what: 'rows that avoid breaks in a group that does',
      html: 'tbody{break-inside:avoid}tr{break-inside:avoid}</style><table><tbody><tr><td>r0<br>x<tr><td>r1<br>x<tr><td>r2<br>x<tr><td>r3<br>x<tr><td>r4<br>x<tr><td>r5<br>x</tbody></table>',
      pages: ['r0 x r1 x r2 x', 'r3 x r4 x r5 x'],
      said: [],
    },
  ],
};
