// Run by the check `compose`: node prove/compose/images.ts ARCHIVE FOLDER. Makes the images that the compose files name: Vitrine's of the
// archive of a release, and stand-ins for the official ones, which no registry gives here.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { run, runScript } from '../../scripts/release/run.ts'

const packages = ['caddy', 'postgresql', 'ca-certificates', 'coreutils', 'dash', 'libc-bin', 'util-linux']

const codename = () => /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'

/** Start script that does with the variables what the official image does: a database of that name, and passwords for all who connect. */
const startPostgres = `#!/bin/sh
set -eu
export PATH="$(echo /usr/lib/postgresql/*/bin):$PATH" PGDATA=/var/lib/postgresql/data/docker
as_postgres() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }
[ -e /var/run ] || ln -s /run /var/run
mkdir -p "$PGDATA" /run/postgresql
chown postgres:postgres "$PGDATA" /run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" > /tmp/password
  chown postgres /tmp/password
  as_postgres initdb --username "$POSTGRES_USER" --pwfile /tmp/password --auth-local trust --auth-host scram-sha-256
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "create database $POSTGRES_DB" | as_postgres postgres --single -j postgres
fi
exec setpriv --reuid postgres --regid postgres --clear-groups postgres -c listen_addresses='*'
`

const files: Readonly<Record<string, string>> = {
  passwd: 'root:x:0:0::/root:/bin/sh\npostgres:x:70:70::/var/lib/postgresql:/bin/sh\n',
  group: 'root:x:0:\npostgres:x:70:\n',
  'start-postgres': startPostgres,
  caddy: `FROM localhost/debian
COPY passwd group /etc/
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
`,
  postgres: `FROM localhost/debian
COPY passwd group /etc/
COPY --chmod=755 start-postgres /
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["/start-postgres"]
`,
}

const [, , archive = '', folder = ''] = process.argv
const script = path.resolve(import.meta.dirname, '../../scripts/container/container.ts')
await runScript([script, archive, '--tag', 'localhost/vitrine:latest'])

const context = path.join(folder, 'images')
mkdirSync(context)
const tar = path.join(context, 'debian.tar')
const merged = '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr'
await run('mmdebstrap', ['--quiet', '--variant=extract', merged, `--include=${packages.join(',')}`, codename(), tar])
await run('podman', ['import', '--quiet', tar, 'localhost/debian'])
for (const [name, text] of Object.entries(files)) writeFileSync(path.join(context, name), text)
const official = { caddy: 'docker.io/library/caddy:2', postgres: 'docker.io/library/postgres:18' }
for (const [name, tag] of Object.entries(official)) {
  const file = path.join(context, name)
  await run('buildah', ['bud', '--isolation', 'chroot', '--quiet', '--file', file, '--tag', tag, context])
}
