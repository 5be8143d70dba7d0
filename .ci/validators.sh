# Fetches the validators that the conformance suite asks, into the home folder's cache, and names them to the tests; sourced by run.
# REQUIRE says which of them the tests can't do without.
validators=${XDG_CACHE_HOME:-$HOME/.cache}/pagewright-validators

install_validators() {
  if ! { command -v java && command -v mvn && command -v qpdf && command -v pdftoppm; } >/dev/null && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends default-jre-headless maven qpdf poppler-utils
  fi
  fetch_validator verapdf org.verapdf.apps:cli:1.30.2
  fetch_validator mustang org.mustangproject:Mustang-CLI:2.26.0
  fetch_manifest_validator
}

# Name of the jar in the cache; coordinates of a jar that holds all that it needs.
fetch_validator() {
  local jar="$validators/$1-${2##*:}.jar"
  if [ ! -f "$jar" ] && command -v mvn >/dev/null; then
    local fetched
    fetched=$(mktemp -d)
    mvn -q dependency:copy -Dartifact="$2" -DoutputDirectory="$fetched" && mkdir -p "$validators" && mv "$fetched"/*.jar "$jar"
    rm -rf "$fetched"
  fi
  if [ -f "$jar" ]; then export "$(echo "$1" | tr '[:lower:]' '[:upper:]')_JAR=$jar"; fi
}

# Knows the schemas of Kubernetes' resources.
fetch_manifest_validator() {
  local folder="$validators/kubernetes-validate-1.37.0"
  if [ ! -x "$folder/bin/kubernetes-validate" ] && command -v python3 >/dev/null; then
    python3 -m venv "$folder" && "$folder/bin/pip" install -q kubernetes-validate==1.37.0 || rm -rf "$folder"
  fi
  if [ -x "$folder/bin/kubernetes-validate" ]; then export KUBERNETES_VALIDATE="$folder/bin/kubernetes-validate"; fi
}
