/** The workflows of all upgraded repositories, and `server install` over what an earlier version installed. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WEB_SERVERS, type WebServerName } from '../../commands/site/server/web-servers.ts';
import { HOST_NAMES } from '../../contract/hosts.ts';
import { writeFiles } from '../support/catalogs.ts';
import { EARLIER, EARLIER_VERSIONS, earlierRepository, unpackEarlier } from '../support/earlier.ts';
import { commitAll } from '../support/git.ts';
import { inProcess } from '../support/in-process.ts';
import { packPackage, type Tarballs } from '../support/installed.ts';
import { BEGIN, canTry, inThrowAwayRoot, repositoryOn, START, TARGETS } from '../support/throw-away-root.ts';
import { checkAndPublish } from './jobs.ts';

test.each(EARLIER_VERSIONS.flatMap((version) => HOST_NAMES.map((host) => [version, host] as const)))(
  'an upgraded repository of %s for %s is checked and published by its workflows',
  async (version, host) => {
    const folder = earlierRepository(version, host);
    commitAll(folder, '2026-11-20T00:00:00Z');
    expect((await inProcess(['init', '--upgrade'], folder)).status).toBe(0);
    writeFiles(folder, { 'public/robots.txt': 'User-agent: *\n' });
    commitAll(folder, '2026-11-28T00:00:00Z', 'Upgrade');
    const { ended, logs } = await checkAndPublish(folder);
    expect(logs).toEqual([]);
    expect(ended).toMatchObject({ 'Check the change, and what clients will see of it': 'success', Build: 'success' });
  },
);

const INSTALLED = '2026-11-28';

/**
 * An owner whose server an earlier version has installed on port 8123. The arguments are the repository, the recordings, the
 * server, how it is started and stopped, and the folder of its configuration.
 */
const OVER = `${BEGIN}
recorded=$1 conf=$5/cartalog-alps.conf site=http://127.0.0.1:8123
cp /tmp/datasource.yaml /srv/work/catalog/datasources/maps/
echo 'maxAge: 7200' >>/srv/work/catalog/datasources/maps/datasource.yaml
merge
runuser alps -c 'git pull -q'
cp $recorded/server/*.* $recorded/server/$2/*.service /etc/systemd/system/
cp $recorded/server/$2/on-port-8123.conf $conf
[ $2 != caddy ] || echo "import $conf" >>/etc/caddy/Caddyfile
wait_for() { for _ in 1 2 3 4 5 6 7 8 9; do curl -so /dev/null $site/v1/ && return || sleep 0.3; done; }
if [ $2 = nginx ]; then
  mkdir /var/lib/cartalog-alps && cp -r $recorded/published/site /var/lib/cartalog-alps/live && chown -R alps: /var/lib/cartalog-alps
  sh -c "$3"
  wait_for
  echo "before: $(ids) $(lifetime)"
  sh -c "$4"
  sleep 0.5
fi
sh server.sh install >/tmp/printed 2>&1 || cat /tmp/printed >&2
echo "said: $(grep -c 'stays as it is' /tmp/printed) $(grep '^It stays' /tmp/printed)"
echo "first line: $(head -1 $conf)"
grep -c '^OnFailure' /etc/systemd/system/cartalog-alps.service | sed 's/^/units: /'
sh -c "$3"
wait_for
echo "after: $(lifetime)"
quietly node_modules/.bin/cartalog verify $site --service-url http://maps.alps.ch --target $2
# A second catalog on the same port.
runuser alps -c 'git clone -q --no-hardlinks --bare /srv/origin.git /srv/jura.git && git clone -q /srv/jura.git /srv/jura && cd /srv/jura && sed -i s/maps.alps.ch/maps.jura.ch/ catalog/site.yaml && sed -i "0,/alps/s//jura/" package.json && git -c user.name=a -c user.email=a@example.org commit -qam jura && git push -q'
if [ $2 != caddy ]; then
  (cd /srv/jura && quietly sh server.sh install --port 8123)
  sh -c "$4"
  sleep 0.5
  sh -c "$3"
  wait_for
  echo "second: $(curl -s -H 'Host: maps.jura.ch' $site/v1/ | grep -o 'maps[.]jura[.]ch' | sort -u) $(curl -s -H 'Host: maps.alps.ch' $site/v1/ | grep -o 'maps[.]alps[.]ch' | sort -u)"
  (cd /srv/jura && quietly sh server.sh remove)
fi
sh server.sh remove >/tmp/printed 2>&1
echo "left: $(files)"
`;

/** Those that earlier versions installed, and how they are stopped. */
const STOP: Readonly<Partial<Record<WebServerName, string>>> = {
  nginx: 'nginx -s quit',
  caddy: 'caddy stop >/dev/null 2>&1',
  apache: 'apache2ctl stop',
};

describe.skipIf(!canTry)('server install over an earlier one', () => {
  let program: Tarballs;
  let recorded = '';
  beforeAll(async () => {
    program = await packPackage();
    recorded = join(program.home, 'recorded');
    cpSync(join(EARLIER, INSTALLED, 'server'), join(recorded, 'server'), { recursive: true });
  });
  afterAll(() => program?.remove());

  test.each(TARGETS.filter((target) => target in STOP))(
    'of %s writes its configuration anew, and the site is served as before',
    async (target) => {
      cpSync(unpackEarlier(INSTALLED, 'published'), join(recorded, 'published'), { recursive: true });
      const origin = await repositoryOn(program, target);
      const args = [recorded, target, START[target], STOP[target] ?? '', WEB_SERVERS[target].folder];
      const { status, stdout, stderr } = await inThrowAwayRoot(OVER, origin, ...args);
      const printed = stdout.split('\n').filter((line) => /^[a-z ]+: /.test(line));
      const lifetime = expect.stringMatching(/^after: cache-control: max-age=7200$/i);
      expect({ status, printed, stderr: status === 0 ? '' : stderr + stdout }).toEqual({
        status: 0,
        printed: [
          ...(target === 'nginx' ? [expect.stringMatching(/^before: "id":"Alps" cache-control: max-age=7200$/i)] : []),
          'said: 0 It stays on port 8123; --port is for another one.',
          expect.stringMatching(/^first line: # Written by "cartalog server install", which writes it anew unless /),
          'units: 1',
          lifetime,
          ...(target === 'caddy' ? [] : ['second: maps.jura.ch maps.alps.ch']),
          'left: ',
        ],
        stderr: '',
      });
    },
  );
});
