# Starts PostgreSQL and Redis from Debian's packages on ports of their own and names them to the tests; sourced by run.
# REQUIRE says which of them the tests can't do without.
scratch=$(mktemp -d)

install_servers() {
  command -v redis-server >/dev/null && ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && command -v chromium >/dev/null && command -v pgbouncer >/dev/null && return
  [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return 1
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server postgresql pgbouncer chromium
}

start_servers() {
  local failed=0
  if command -v redis-server >/dev/null; then
    redis-server --port 6397 --save "" --daemonize yes --dir "$scratch" --pidfile "$scratch/redis.pid" >/dev/null && redis_answers &&
      export TEST_REDIS_URL=redis://127.0.0.1:6397 || failed=1
  fi
  local bin
  bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1)
  if [ -n "$bin" ] && id postgres >/dev/null 2>&1; then
    chmod 755 "$scratch"
    mkdir -p "$scratch/pg" && chown postgres "$scratch/pg"
    su postgres -c "$bin/initdb -D $scratch/pg/data -A trust >/dev/null &&
      $bin/pg_ctl -D $scratch/pg/data -w -o '-p 5497 -k $scratch/pg' -l $scratch/pg/log start >/dev/null &&
      $bin/createdb -h $scratch/pg -p 5497 pagewright_test" &&
      export TEST_DATABASE_URL=postgres://postgres@127.0.0.1:5497/pagewright_test || failed=1
    if command -v pgbouncer >/dev/null; then start_pooler || failed=1; fi
  fi
  return "$failed"
}

# A pooler in transaction mode, with its default settings otherwise.
start_pooler() {
  mkdir -p "$scratch/pooler" && printf '%s\n' '[databases]' 'pagewright_test = host=127.0.0.1 port=5497' '[pgbouncer]' \
    'listen_addr = 127.0.0.1' 'listen_port = 6498' 'auth_type = any' 'auth_file = /dev/null' 'pool_mode = transaction' \
    'unix_socket_dir =' "pidfile = $scratch/pooler/pid" "logfile = $scratch/pooler/log" >"$scratch/pooler/ini" &&
    sed -i 's/^pagewright_test = .*/& user=postgres/' "$scratch/pooler/ini" && chown -R postgres "$scratch/pooler" &&
    su postgres -c "$(command -v pgbouncer) -q -d $scratch/pooler/ini" &&
    export TEST_PGBOUNCER_URL=postgres://postgres@127.0.0.1:6498/pagewright_test
}

# A server in the background doesn't tell whether it could start.
redis_answers() {
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    redis-cli -p 6397 ping >/dev/null 2>&1 && return
    sleep 0.2
  done
  return 1
}

stop_servers() {
  [ -f "$scratch/pooler/pid" ] && kill "$(cat "$scratch/pooler/pid")" 2>/dev/null
  [ -f "$scratch/redis.pid" ] && kill "$(cat "$scratch/redis.pid")" 2>/dev/null
  local bin
  bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1)
  [ -d "$scratch/pg/data" ] && su postgres -c "$bin/pg_ctl -D $scratch/pg/data -m immediate stop >/dev/null"
  rm -rf "$scratch"
}
