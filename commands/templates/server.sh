#!/bin/sh
# Publishes this catalog from a server with Debian or Ubuntu: "sudo sh server.sh install" once, "--dry-run" shows what it
# does, "sudo sh server.sh back" goes back to the commit before what is published, "sudo sh server.sh remove" deletes
# what install wrote.
set -eu
cd "$(dirname "$0")"

if ! node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 20) ? 0 : 1)' 2>/dev/null; then
	cat >&2 <<'STEPS'
Node 20.20 or later is needed, and this system has an older one or none. As root:

  apt-get update && apt-get install --yes ca-certificates curl gnupg
  curl -fsSL https://deb.nodesource.com/gpgkey/nodesource-repo.gpg.key | gpg --dearmor -o /usr/share/keyrings/nodesource.gpg
  echo 'deb [signed-by=/usr/share/keyrings/nodesource.gpg] https://deb.nodesource.com/node_22.x nodistro main' >/etc/apt/sources.list.d/nodesource.list
  apt-get update && apt-get install --yes nodejs

Then run this again.
STEPS
	exit 2
fi

# What is installed belongs to the owner of this folder, as whom the catalog is built.
install='npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund'
if [ ! -e node_modules/.bin/cartalog ]; then
	if [ "$(id -u)" = 0 ]; then runuser -s /bin/sh "$(stat -c %U .)" -c "$install"; else $install; fi || {
		echo >&2 "The packages of this commit cannot be installed. As $(stat -c %U .), \"git pull --ff-only\" gets a later commit, \"git reset --keep HEAD~1\" that before. Run this again."
		exit 2
	}
fi
exec node_modules/.bin/cartalog server "$@"
