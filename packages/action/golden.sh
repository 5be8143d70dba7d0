#!/usr/bin/env bash
# Compares documents with their snapshots, and summarizes the result on the page of the run.
set -uo pipefail

# Inputs are separated by spaces, and may be patterns that Pagewright expands itself.
set -o noglob
# shellcheck disable=SC2206
documents=(${DOCUMENTS:-.})

${PAGEWRIGHT:-npx --no-install pagewright} golden "${documents[@]}" --ci --report "${REPORT:-golden-report.html}" --junit "${JUNIT:-golden.xml}" |
  tee golden-output.txt
status=${PIPESTATUS[0]}

if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  {
    if [ "$status" = 0 ]; then echo 'All documents match their snapshots.'; else echo 'Documents differ. The artifact contains the report.'; fi
    echo '```text'
    grep -v '^::' golden-output.txt | head -n 100
    echo '```'
  } >> "$GITHUB_STEP_SUMMARY"
fi
rm -f golden-output.txt
exit "$status"
