"""Like regimes-process.mjs, for PlutoPrint or WeasyPrint: regimes-process.py PEER FILE SETTLE_SECONDS MEASURE_SECONDS"""

import io
import json
import sys
import time

peer, file, settle, measure = sys.argv[1:]
with open(file, encoding="utf-8") as document:
    html = document.read()

if peer == "plutoprint":
    import plutoprint

    def render():
        margins = plutoprint.PageMargins(20 * plutoprint.UNITS_MM)
        book = plutoprint.Book(plutoprint.PAGE_SIZE_A4, margins, plutoprint.MEDIA_TYPE_PRINT)
        book.load_html(html)
        book.write_to_pdf_stream(io.BytesIO())

else:
    import logging

    import weasyprint

    logging.disable(logging.CRITICAL)

    def render():
        weasyprint.HTML(string=html, base_url="about:blank").write_pdf(presentational_hints=True)


def time_of():
    cpu, start = time.process_time(), time.perf_counter()
    render()
    return time.perf_counter() - start, time.process_time() - cpu


def times_for(seconds):
    until, times = time.perf_counter() + seconds, []
    while not times or time.perf_counter() < until:
        times.append(time_of())
    return times


def medians(times):
    def median(column):
        return 1000 * sorted(row[column] for row in times)[len(times) // 2]

    return {"wall": median(0), "cpu": median(1)}


time_of()
early = medians([time_of() for _ in range(5)])
times_for(float(settle))
print(json.dumps({"early": early, "steady": medians(times_for(float(measure)))}))
