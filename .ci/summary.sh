# The closing line of a run; sourced by run.

# The report of mocha, its exit status, and how many of lint and fuzzer failed. Prints "N passed, N failed, N skipped"; fails unless all is well.
summarise() {
  local report=$1 status=$2 lint=$3 fuzz=$4 passed failed skipped
  passed=$(last_count passing "$report")
  failed=$(($(last_count failing "$report") + lint + fuzz))
  skipped=$(last_count pending "$report")
  # A build that breaks or a suite that never ran is a failure too.
  if [ "$failed" -eq 0 ] && { [ "$status" -ne 0 ] || [ "$passed" -eq 0 ]; }; then failed=1; fi
  echo "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" -eq 0 ]
}

# How many tests mocha counts as passing, failing or pending.
last_count() {
  local count
  count=$(grep -oE "^ *[0-9]+ $1" "$2" | grep -oE '[0-9]+' | tail -1)
  echo "${count:-0}"
}
