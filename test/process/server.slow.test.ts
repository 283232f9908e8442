/** Catalogs by `server install` in a throw-away root: with each server; on one nginx a second one, another domain, and yesterday's content. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';
import { packPackage, type Tarballs } from '../support/installed.ts';
import { BEGIN, canTry, inThrowAwayRoot, MISSING, repositoryOn, START, TARGETS } from '../support/throw-away-root.ts';

/**
 * What an owner does; the arguments are the repository and, for each host in turn, its name and how it is started. What
 * does not depend on the host is tried with the first.
 */
const WALK = `${BEGIN}
port=8123
while [ $# -gt 0 ]; do
  port=$((port + 1))
  site=http://127.0.0.1:$port
  sed -i "s/^target: .*/target: $1/" /srv/work/catalog/site.yaml
  cp /tmp/datasource.yaml /srv/work/catalog/datasources/maps/
  rm -f /srv/work/catalog/mapservers/*
  merge
  runuser alps -c 'git pull -q'
  [ $port != 8124 ] || echo "dry: $(sh server.sh install --dry-run --port $port | grep -c ^Writes), $(files)"
  quietly sh server.sh install --port $port
  stat -c 'owner of the site: %U' /var/lib/cartalog-alps/live
  if command -v systemd-analyze >/dev/null; then systemd-analyze verify /etc/systemd/system/cartalog-alps*; fi
  sh -c "$2"
  for _ in 1 2 3 4 5 6 7 8 9; do curl -so /dev/null $site/ && break || sleep 0.3; done
  echo "compressed: $(curl -sI -H 'Accept-Encoding: gzip' $site/ | grep -i '^content-encoding' | tr -d '\\r')"
  echo "first: $(ids) $(lifetime)"
  echo 'maxAge: 7200' >>/srv/work/catalog/datasources/maps/datasource.yaml
  printf '%s\\n' 'id: Alps' 'name: Alps' 'minZoom: 0' 'maxZoom: 9' 'hosts: [t.alps.ch]' 'urlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png' 'copyright: Alps' >/srv/work/catalog/mapservers/alps.yaml
  merge
  lines
  sleep 0.5
  echo "merged: $(ids) $(lifetime)"
  if [ $port = 8124 ]; then
    rm -rf catalog/mapservers
    quietly runuser -s /bin/sh alps -c 'npm run build'
    echo "live: $(ids)"
    runuser alps -c 'git checkout -q .'
    quietly node_modules/.bin/cartalog verify $site --service-url http://maps.alps.ch --target "$1"
  fi
  quietly sh server.sh remove
  echo "left: $(files)"
  shift 2
done
`;

/**
 * The second catalog of an owner on one nginx, with the same name at first, and then another domain for the first. The
 * arguments are its repository, and the command that starts nginx.
 */
const SECOND = `${BEGIN}
install() { (cd $1 && sh server.sh install) >/tmp/printed 2>&1 && echo "$2: installed" || echo "$2: refused"; grep -E "$3" /tmp/printed || cat /tmp/printed >&2; }
sudo() { "$@"; }
advice() { (eval "$(grep -E '^  (cd|sudo)' /tmp/printed)") >/tmp/done 2>&1 && echo "$1: done" || echo "$1: refused"; grep -E "$2" /tmp/done || cat /tmp/done >&2; }
says() { nginx -s reload 2>/dev/null; sleep 1; curl -s -o /dev/null -w "$1: %{http_code} %header{cache-control} %header{location}\\n" -H "Host: maps.$2.ch" http://127.0.0.1$3; }
repository() { echo "$1: $(curl -s -X DELETE -H "Host: maps.$1.ch" http://127.0.0.1/v1/datasources/maps/ | grep -o 'https://git[^"]*')"; }
domain() { sed -i "s#^serviceUrl: .*#serviceUrl: https://maps.$1.ch#" /srv/work/catalog/site.yaml; merge; }
cp /tmp/datasource.yaml /srv/work/catalog/datasources/maps/
echo 'maxAge: 7200' >>/srv/work/catalog/datasources/maps/datasource.yaml
merge
runuser alps -c 'git pull -q && git clone -q --no-hardlinks --bare /srv/origin.git /srv/jura.git && git clone -q /srv/jura.git /srv/jura && cd /srv/jura && sed -i "s/maps.alps.ch/maps.jura.ch/; s#ch/maps#ch/jura#" catalog/site.yaml && sed -i /maxAge/d catalog/datasources/maps/datasource.yaml'
install /srv/alps alps 'is in /var/lib'
install /srv/jura jura 'is installed from'
runuser alps -c 'cd /srv/jura && sed -i "0,/alps/s//jura/" package.json && git -c user.name=a -c user.email=a@example.org commit -qam jura && git push -q'
install /srv/jura jura 'is in /var/lib'
sh -c "$1"
for name in alps jura; do says $name $name /v1/datasources/maps/; repository $name; done
domain jura
install /srv/alps taken 'has the address|server remove'
domain eifel
install /srv/alps eifel 'are redirected|certbot'
says old alps '/v1/?a=b'
says new eifel /v1/
runuser alps -c 'cp -r /srv/jura /srv/copy && cd /srv/copy && sed -i "0,/jura/s//copy/" package.json'
install /srv/copy copy 'has the address|server remove'
sed -i 's/maps.jura.ch/maps.alps.ch/' /srv/copy/catalog/site.yaml
mv /etc/nginx/conf.d/cartalog-alps.conf /tmp/
install /srv/copy lost 'redirects maps|end-redirect'
mv /tmp/cartalog-alps.conf /etc/nginx/conf.d/
install /srv/copy redirected 'redirects maps|end-redirect'
echo 'nonsense: [' >/srv/work/catalog/mapservers/broken.yaml; merge
advice broken 'cannot be published'
says still alps /v1/
rm /srv/work/catalog/mapservers/broken.yaml; merge
advice ended 'Redirects that|Requests'
install /srv/copy copy 'is in /var/lib'
says taken alps /v1/
touch /etc/nginx/conf.d/cartalog-copy.conf.before
(cd /srv/copy && quietly sh server.sh remove)
echo "forgotten: $(ls /etc/nginx/conf.d | grep copy)" && rm /etc/nginx/conf.d/cartalog-copy.*
install /srv/alps again 'is in /var/lib|Requests'
runuser alps -c 'cd /srv/jura && sed -i "0,/jura/s//renamed/" package.json'
install /srv/jura renamed 'is in /var/lib|installed stays'
(cd /srv/jura && sh server.sh remove renamed --dry-run 2>&1) || :
runuser alps -c 'cd /srv/copy && sed -i "0,/copy/s//jura/" package.json'
install /srv/copy freed 'is installed from'
runuser alps -c 'cd /srv/jura && git checkout -q package.json'
(cd /srv/alps && sh server.sh remove jura --dry-run 2>&1) || :
echo '# mine' >>/etc/nginx/conf.d/cartalog-alps.conf
sed -i '0,/alps/s//ridge/' /srv/work/package.json
domain harz
install /srv/alps harz 'conf is for|sudo'
says still eifel /v1/
cp /tmp/printed /tmp/refusal
echo 'nonsense: [' >/srv/work/catalog/mapservers/broken.yaml; merge
advice broken 'cannot be published'
rm /srv/work/catalog/mapservers/broken.yaml; merge
echo nonsense >/etc/nginx/conf.d/bad.conf
advice fails 'stays as it was|This failed'
rm /etc/nginx/conf.d/bad.conf
echo "put back: $(tail -n 1 /etc/nginx/conf.d/cartalog-alps.conf) $(ls /etc/nginx/conf.d | tr '\n' ' ')"
chmod 640 /etc/nginx/conf.d/cartalog-alps.conf
advice harz 'are redirected|certbot|before|installed stays'
says old eifel /v1/
says new harz /v1/
echo '# mine' >>/etc/nginx/conf.d/cartalog-alps.conf
echo '# root /var/lib/cartalog-alps/live/site;' >/etc/nginx/sites-enabled/mine
sh server.sh remove >/tmp/printed 2>&1 || echo "refused: $(cat /tmp/printed)"
rm /etc/nginx/sites-enabled/mine
touch /etc/cartalog-alps.env /run/cartalog-alps.failed
sh server.sh remove --dry-run | grep -E '^(keep|end|systemd|delete /run/.*failed|if you|cartalog-)'
quietly sh server.sh remove
rm /etc/cartalog-alps.env
echo "left: $(files | grep -c jura) $(files | grep alps | tr '\\n' ' ')"
`;

/** An owner who has moved what certbot has changed ends a redirect; then another catalog gets the name. */
const ENDED = `${BEGIN}
x=/etc/nginx/sites-enabled/x
install() { (cd $1 && shift && sh server.sh install "$@") >/tmp/printed 2>&1 && echo "installed" || echo "refused"; grep -E "^cartalog|^Correct|^For https|^  sudo|^Redirects|^Not set|reads|^No server" /tmp/printed || cat /tmp/printed >&2; }
answer() { nginx -s reload 2>/dev/null; sleep 1; curl -sk -o /dev/null -w "$1: %{http_code} %header{location}\\n" --resolve "*:443:127.0.0.1" --resolve "*:80:127.0.0.1" "$1/v1/"; }
domain() { sed -i "s#^serviceUrl: .*#serviceUrl: https://maps.$1.ch#" /srv/work/catalog/site.yaml; merge; }
certificate='listen 443 ssl; ssl_certificate /tmp/c.pem; ssl_certificate_key /tmp/k.pem;'
stub() { printf 'server {\\n  if ($host = maps.%s.ch) {\\n    return 301 https://$host$request_uri;\\n  }\\n  listen 80;\\n  server_name maps.%s.ch;\\n  return 404; # managed by Certbot\\n}\\n' $1 $1 >>$x; }
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=a -keyout /tmp/k.pem -out /tmp/c.pem 2>/dev/null
echo 'accessTokens: [ALPS_API_KEY]' >>/srv/work/catalog/site.yaml
domain alps
install /srv/alps
install /srv/alps
echo ALPS_API_KEY=a >/etc/cartalog-alps.env
domain eifel
install /srv/alps
sh -c "$1"
sed "/listen \\[/d; s#listen 80;#$certificate#" /etc/nginx/conf.d/cartalog-alps.conf >$x
rm /etc/nginx/conf.d/cartalog-alps.conf
cp $x /tmp/x
stub eifel; stub alps
answer https://maps.alps.ch; answer http://maps.alps.ch
install /srv/alps --end-redirect maps.alps.ch
install /srv/alps --end-redirect maps.alps.ch --replace-configuration
sed -i '/^server {/{:a;N;/\\n}$/!ba;/308/d}' $x
answer http://maps.alps.ch
install /srv/alps --end-redirect maps.alps.ch
runuser alps -c 'git clone -q /srv/origin.git /srv/copy && cd /srv/copy && git checkout -q -b copy && sed -i "s/maps.eifel.ch/maps.alps.ch/" catalog/site.yaml && sed -i "0,/alps/s//copy/" package.json && git -c user.name=a -c user.email=a@example.org commit -qam copy && git push -q -u origin copy'
install /srv/copy
sed -i '/^server {/{:a;N;/\\n}$/!ba;/maps.alps/d}' $x
install /srv/alps --end-redirect maps.alps.ch
install /srv/copy
answer http://maps.alps.ch; answer https://maps.eifel.ch
echo '# mine' >>/etc/nginx/conf.d/cartalog-copy.conf
runuser alps -c 'cd /srv/copy && sed -i "0,/copy/s//renamed/" package.json && git -c user.name=a -c user.email=a@example.org commit -qam renamed && git push -q'
touch /etc/cartalog-copy.env /etc/cartalog-renamed.env /etc/nginx/conf.d/default.conf.bak
(cd /srv/copy && sh server.sh remove) | grep reads
stat -c '%a' /etc/nginx/conf.d/cartalog-copy.conf.before
install /srv/copy
`;

/** A mistake is merged, the owner goes back at once, then reverts it in git; a signed catalog does not go back. */
const MISTAKE = `${BEGIN}
site=http://127.0.0.1
map() { printf '%s\\n' "id: $1" "name: $1" 'minZoom: 0' 'maxZoom: 9' 'hosts: [t.alps.ch]' "urlPattern: https://#{host}/$1/#{zoom}/#{tilex}/#{tiley}.png" 'copyright: Alps' >/srv/work/catalog/mapservers/$1.yaml; }
timer() { ls /etc/systemd/system/timers.target.wants | grep -c cartalog; }
back() { sh server.sh back "$@" >/tmp/printed 2>&1 && echo "back: done" || echo "back: refused"; grep -E '^(cartalog: |fatal|warning|[^ ]* is published|Next|Not committed|The configuration of|If (that|other)|Further|Passed|Goes|Revert|But |Correct that, and|serviceUrl|catalog/|Runs|[0-9]+ here|The |  git reset)' /tmp/printed || cat /tmp/printed >&2; }
rm -f /srv/work/catalog/mapservers/*
map good; merge
runuser alps -c 'git pull -q'
quietly sh server.sh install
sh -c "$1"
map bad; echo notes >/srv/work/public-notes; merge
lines
echo "mistake: $(ids | tr '\\n' ' ')"
back nonsense
back "HEAD'; touch /tmp/pwned; '"
back 'HEAD@{ten years ago}'
echo "still: $(ids | tr '\\n' ' ') $(timer) $(ls /tmp/pwned 2>/dev/null)"
back --dry-run
runuser alps -c 'cd /srv/work && git push -q origin HEAD~1:refs/heads/old'
back old --dry-run
mv /etc/nginx/conf.d/cartalog-alps.conf /tmp/
back --dry-run
sh server.sh install --dry-run 2>&1 | grep -E 'was gone'
sh server.sh remove --dry-run | grep -c '^delete'
mv /tmp/cartalog-alps.conf /etc/nginx/conf.d/
echo draft >/srv/alps/draft
back
rm /srv/alps/draft
echo "yesterday: $(ids | tr '\\n' ' ') $(timer || :) $(ls /srv/alps/public-notes 2>/dev/null)"
curl -s -o /dev/null -w 'map: %{http_code}\\n' $site/v2/mapservers/bad.json
back
echo "in haste: $(ids | tr '\\n' ' ')"
back "$(sed -n 's/^If that.*server back \\([0-9a-f]*\\)$/\\1/p' /tmp/printed)"
echo "forward: $(ids | tr '\\n' ' ') $(timer || :)"
runuser alps -c 'cd /srv/work && git -c user.name=a -c user.email=a@example.org revert --no-edit HEAD >/dev/null && git push -q'
quietly sh server.sh install
lines
sleep 0.5
echo "today: $(ids | tr '\\n' ' ') $(timer) $(git -c safe.directory='*' log --oneline | wc -l)"
curl -s -o /dev/null -w 'map: %{http_code}\\n' $site/v2/mapservers/bad.json
runuser alps -c 'cd /srv/alps && git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m mine'
back
sh server.sh install 2>&1 | grep -oE 'not at its upstream|[0-9]+ here'
runuser alps -c 'git reset -q --keep @{upstream}'
echo 'nonsense: [' >/srv/work/catalog/mapservers/broken.yaml; merge
runuser alps -c 'git pull -q'
back
echo "a fix fails: $(ids | tr '\\n' ' ')"
back "$(cat /var/lib/cartalog-alps/published)"
back @{upstream}
touch /etc/systemd/system/timers.target.wants/cartalog-alps.timer
sh server.sh install >/tmp/printed 2>&1 || grep -E '^(cartalog|The |Correct)' /tmp/printed
[ "$(git -c safe.directory='*' rev-parse HEAD)" = "$(cat /var/lib/cartalog-alps/published)" ] && echo 'put back'
rm -f /srv/work/catalog/mapservers/broken.yaml; merge
quietly sh server.sh install
back --dry-run
runuser alps -c 'echo "# mine" >>catalog/mapservers/good.yaml; echo mine >catalog/mapservers/bad2.yaml'
echo '# theirs' >>/srv/work/catalog/mapservers/good.yaml; map bad2; merge
back '@{upstream}'
sh server.sh install >/tmp/printed 2>&1 || sed 's/ [0-9a-f]* 20.* merge:/ x:/' /tmp/printed
sudo() { shift; as=$1; shift; runuser -u "$as" -- "$@"; }
quietly eval "$(grep '^  sudo' /tmp/printed)"
quietly sh server.sh install
map late; echo theirs >/srv/work/mine; merge
runuser alps -c 'echo mine >mine; echo mine >>.git/info/exclude'
(lines) 2>&1 | grep -A1 'would be overwritten'
rm mine
quietly sh server.sh install
cp /etc/nginx/nginx.conf /tmp/; rm /run/cartalog-alps; echo nonsense >>/etc/nginx/nginx.conf
back
echo "fails: $(timer) $(git -c safe.directory='*' log -1 --format=%H @{upstream} | grep -c "$(git -c safe.directory='*' rev-parse HEAD)")"
sh server.sh install >/tmp/printed 2>&1 || echo "install: refused, $(ids | tr '\n' ' ') $(timer) $(grep -o 'timer stays stopped' /tmp/printed)"
cp /tmp/nginx.conf /etc/nginx/
quietly sh server.sh install
cp /srv/work/package.json /srv/work/package-lock.json /tmp/
echo '<<<<<<<' >/srv/work/package.json; rm /srv/work/catalog/mapservers/bad2.yaml; merge
(lines) 2>&1 | grep '^package.json'
sh server.sh install >/tmp/printed 2>&1 || echo "package: refused, $(ids | grep late) $(timer)"
runuser alps -c 'git pull -q'
back "$(cat /var/lib/cartalog-alps/published)"
echo "package: $(ids | grep late | tr '\n' ' ') $(timer)"
sed '0,/alps/s//ridge/' /tmp/package.json >/srv/work/package.json; merge
sh server.sh install 2>&1 | grep 'installed stays'
cp /tmp/package.json /srv/work/; merge
quietly sh server.sh install
map other; sed '0,/alps/s//ridge/' /tmp/package.json >/srv/work/package.json; merge; lines
back
sed -i '0,/sha512-./s//sha512-_/' /srv/work/package-lock.json; cp /tmp/package.json /srv/work/; merge
(lines >/tmp/lines 2>&1) || echo "lock: $(ls node_modules/.bin)"
cp /tmp/package-lock.json /srv/work/; map other2; merge
quietly sh server.sh install
back
quietly sh server.sh install
sed -i 's/maps.alps/maps.jura/' /srv/work/catalog/site.yaml; merge
printf 'server {\n listen 80;\n server_name maps.jura.ch;\n}\n' >/etc/nginx/conf.d/mine.conf
sh server.sh install >/tmp/printed 2>&1 || grep -E '^(cartalog|The )' /tmp/printed
(lines) 2>&1 | grep '^cartalog'
echo "old address: $(curl -s -H 'Host: maps.alps.ch' $site/v1/ | grep -o '"http://maps[^/]*' | sort -u)"
rm /etc/nginx/conf.d/mine.conf
quietly sh server.sh install
back
sed -i 's/maps.jura/maps.alps/' /srv/work/catalog/site.yaml; merge
back '@{upstream}~2'
(lines) 2>&1 | grep '^cartalog'
echo '# signed-site' >>/etc/systemd/system/cartalog-alps.service
back
`;

/** The blocks of commands of a section of docs/owner-changes.md, with the names of the repository that is tried here. */
function commandsOf(heading: string): string[] {
  const page = readFileSync(join(ROOT, 'docs/owner-changes.md'), 'utf8');
  const [, section = ''] = page.split(`## ${heading}\n`);
  return [...(section.split('\n## ')[0] ?? '').matchAll(/ *```sh\n([\s\S]*?)```/g)].map(([, block = '']) =>
    block
      .replaceAll('/srv/maps', '/srv/alps')
      .replaceAll('https://maps.new-domain.net', 'http://maps.eifel.ch')
      .replaceAll('https://maps.your-domain.net', 'http://maps.alps.ch')
      .replaceAll('<commit>', 'HEAD'),
  );
}

const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const [BACK = '', REVERT = '', AGAIN = ''] = commandsOf('Going back at once');
const [CHANGE = '', INSTALL = '', VERIFY = ''] = commandsOf('Another domain');
const [MIRROR = ''] = commandsOf('Two hosts at once');

/** What an owner does who follows docs/owner-changes.md. */
const PAGE = `${BEGIN}
site=http://127.0.0.1
git config --system safe.directory '*'
git config --system user.name a
git config --system user.email a@example.org
sudo() { "$@"; }
computer() { (cd /srv/work && runuser alps -c "set -e; $1") >/tmp/printed 2>&1 || { cat /tmp/printed; exit 1; }; }
rm -f /srv/work/catalog/mapservers/*
chown -R alps: /srv/work
computer 'npm ci --offline --ignore-scripts --no-audit --no-fund && npx --no -- cartalog format'
merge
runuser alps -c 'git pull -q'
quietly sh server.sh install
sh -c "$1"
printf '%s\\n' 'id: Alps' 'name: Alps' 'minZoom: 0' 'maxZoom: 9' 'hosts: [t.alps.ch]' 'urlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png' 'copyright: Alps' >/srv/work/catalog/mapservers/alps.yaml
merge
lines
echo "merged: $(ids)"
{ ${BACK} } >/tmp/printed 2>&1 || { cat /tmp/printed; exit 1; }
echo "back: $(ids)"
computer ${shellWord(REVERT)}
{ ${AGAIN} } >/tmp/printed 2>&1 || { cat /tmp/printed; exit 1; }
echo "again: $(ids) $(git log --oneline | wc -l)"
computer ${shellWord(CHANGE)}
{ ${INSTALL} } >/tmp/printed 2>&1 || { cat /tmp/printed; exit 1; }
quietly nginx -s reload
sleep 0.5
echo '127.0.0.1 maps.alps.ch maps.eifel.ch' >>/etc/hosts
{ ${VERIFY} } >/tmp/printed 2>&1 || { cat /tmp/printed; exit 1; }
grep -oE ', 0 fail,|^HTTP.*308|^Location: .*' /tmp/printed | tr -d '\\r'
USER=root
{ ${MIRROR.replace('maps.alps.ch', 'maps.eifel.ch')} } 2>&1 | grep -o 'is a copy of [^:]*:[^:]*'
`;

let program: Tarballs | undefined;
beforeAll(async () => {
  if (canTry) program = await packPackage();
});
afterAll(() => program?.remove());

for (const name of MISSING) test.skip(`${name} is not installed here`, () => {});

test.runIf(canTry && TARGETS.length > 0)(
  'a catalog is installed with each server, published after a merge, and removed',
  async () => {
    const origin = await repositoryOn(program as Tarballs, TARGETS[0] ?? 'nginx');
    const args = TARGETS.flatMap((target) => [target, START[target]]);
    const { status, stdout, stderr } = await inThrowAwayRoot(WALK, origin, ...args);
    const printed = stdout.split('\n').filter((line) => /^[a-z ]+: /.test(line));
    expect({ status, printed, stderr: status === 0 ? '' : stderr + stdout }).toEqual({
      status: 0,
      printed: TARGETS.flatMap((_, index) => [
        ...(index === 0 ? [expect.stringMatching(/^dry: [45], $/)] : []),
        'owner of the site: alps',
        expect.stringMatching(/^compressed: content-encoding: gzip$/i),
        expect.stringMatching(/^first: {2}cache-control: (?!.*7200)/i),
        expect.stringMatching(/^merged: "id":"Alps" cache-control: .*max-age=7200/i),
        ...(index === 0 ? ['live: "id":"Alps"'] : []),
        'left: ',
      ]),
      stderr: '',
    });
  },
);

test.runIf(canTry && TARGETS.includes('nginx'))(
  'each keeps what is its own, and the old names lead to the new one',
  async () => {
    const origin = await repositoryOn(program as Tarballs, 'nginx');
    const { status, stdout, stderr } = await inThrowAwayRoot(SECOND, origin, START.nginx);
    const fresh = '200 public, max-age=0, must-revalidate ';
    expect({ status, stderr, printed: stdout.trim().split('\n') }).toEqual({
      status: 0,
      stderr: '',
      printed: [
        'alps: installed',
        expect.stringMatching(/^The site of http:\/\/maps\.alps\.ch is in /),
        'jura: refused',
        'cartalog: cartalog-alps is installed from /srv/alps: give this catalog another name in package.json.',
        'jura: installed',
        expect.stringMatching(/^The site of http:\/\/maps\.jura\.ch is in /),
        'alps: 200 max-age=7200 ',
        'alps: https://git.alps.ch/maps',
        `jura: ${fresh}`,
        'jura: https://git.alps.ch/jura',
        'taken: refused',
        'cartalog: /etc/nginx/conf.d/cartalog-jura.conf has the address of https://maps.jura.ch for the catalog cartalog-jura. Choose another serviceUrl, or remove that catalog from this server:',
        '  cd /srv/jura && sudo npx --no -- cartalog server remove jura',
        'eifel: installed',
        'Requests for maps.alps.ch are redirected to https://maps.eifel.ch from now on.',
        '  sudo certbot --nginx -d maps.eifel.ch',
        '  sudo certbot --nginx -d maps.alps.ch',
        'old: 308  https://maps.eifel.ch/v1/?a=b',
        `new: ${fresh}`,
        'copy: refused',
        expect.stringMatching(
          /cartalog-jura\.conf has the address of http:\/\/maps\.jura\.ch for the catalog cartalog-jura\./,
        ),
        '  cd /srv/jura && sudo npx --no -- cartalog server remove jura',
        'lost: refused',
        expect.stringMatching(/cartalog-alps\.service redirects maps\.alps\.ch for .* no configuration here sends\. /),
        '  cd /srv/alps && sudo npx --no -- cartalog server install --end-redirect maps.alps.ch',
        'redirected: refused',
        expect.stringMatching(/cartalog-alps\.conf redirects maps\.alps\.ch for the catalog cartalog-alps\. /),
        '  cd /srv/alps && sudo npx --no -- cartalog server install --end-redirect maps.alps.ch',
        'broken: refused',
        expect.stringMatching(/^cartalog: \w+ \S+ merge cannot be published\. Nothing was changed\.$/),
        'still: 308  https://maps.eifel.ch/v1/',
        'ended: done',
        'Redirects that have ended: maps.alps.ch.',
        'copy: installed',
        expect.stringMatching(/^The site of http:\/\/maps\.alps\.ch is in /),
        `taken: ${fresh}`,
        'forgotten: cartalog-copy.conf.before',
        'again: installed',
        expect.stringMatching(/^The site of https:\/\/maps\.eifel\.ch is in /),
        'renamed: installed',
        'The package is renamed now; what is installed stays cartalog-jura, also in /etc/cartalog-jura.env.',
        expect.stringMatching(/^The site of http:\/\/maps\.jura\.ch is in /),
        'cartalog: Nothing of cartalog-renamed is installed here. To remove what is installed from this checkout: sudo npx --no -- cartalog server remove',
        'freed: refused',
        'cartalog: cartalog-jura is installed from /srv/jura: give this catalog another name in package.json.',
        'cartalog: cartalog-jura is installed from /srv/jura. Run this there: cd /srv/jura && sudo npx --no -- cartalog server remove jura',
        'harz: refused',
        expect.stringMatching(
          /conf\.d\/cartalog-alps\.conf is for maps\.eifel\.ch, and .* is https:\/\/maps\.harz\.ch\. Nothing new/,
        ),
        '  sudo npx --no -- cartalog server install --replace-configuration',
        expect.stringMatching(/^The timer tries the newest commit again .* sudo systemctl stop cartalog-alps\.timer$/),
        `still: ${fresh}`,
        'broken: refused',
        expect.stringMatching(/^cartalog: \w+ \S+ merge cannot be published\. Nothing was changed\.$/),
        'fails: refused',
        'What was installed before stays as it was.',
        'cartalog: This failed: nginx -t -q',
        'put back: # mine cartalog-alps.conf cartalog-jura.conf ',
        'harz: done',
        'Requests for maps.eifel.ch are redirected to https://maps.harz.ch from now on.',
        expect.stringMatching(/^The configuration as it was is \S+cartalog-alps\.conf\.before; copy back /),
        ...['harz', 'eifel'].map((name) => `  sudo certbot --nginx -d maps.${name}.ch`),
        'The package is ridge now; what is installed stays cartalog-alps, also in /etc/cartalog-alps.env.',
        'old: 308  https://maps.harz.ch/v1/',
        `new: ${fresh}`,
        'refused: cartalog: /etc/nginx/sites-enabled/mine uses /var/lib/cartalog-alps/, which would be deleted; take that out of it first.',
        'keep /etc/nginx/conf.d/cartalog-alps.conf.before, an earlier configuration, which no server reads',
        'systemd does not run here: nginx is not reloaded',
        'delete /run/cartalog-alps.failed',
        'keep /etc/cartalog-alps.env, the access tokens',
        'end the redirects of maps.eifel.ch, which install does not write again',
        'if you install again, its name is cartalog-ridge, because the package was renamed',
        'cartalog-ridge reads /etc/cartalog-ridge.env, not /etc/cartalog-alps.env. If that file is for this catalog: sudo mv /etc/cartalog-alps.env /etc/cartalog-ridge.env',
        'left: 6 /etc/nginx/conf.d/cartalog-alps.conf.before /etc/nginx/conf.d/cartalog-alps.conf.before.2',
      ],
    });
  },
);

test.runIf(canTry && TARGETS.includes('nginx'))(
  'a redirect ends when no block with its name is left, and another catalog gets the name',
  async () => {
    const origin = await repositoryOn(program as Tarballs, 'nginx');
    const { status, stdout, stderr } = await inThrowAwayRoot(ENDED, origin, START.nginx);
    const tls = (...names: readonly string[]) => [
      'For https, as soon as each name leads to this server:',
      ...names.map((name) => `  sudo certbot --nginx -d maps.${name}.ch`),
    ];
    const unset = (name: string): string =>
      `Not set: ALPS_API_KEY. Write a line NAME=value for each into /etc/cartalog-${name}.env.`;
    const left = (also: string, port = '') => [
      'refused',
      `cartalog: /etc/nginx/sites-enabled/x still has the name maps.alps.ch${also}. Nothing new is installed.`,
      `Correct that there: delete every server block with the name maps.alps.ch${port}. Then:`,
      '  sudo npx --no -- cartalog server install --end-redirect maps.alps.ch',
    ];
    const compare =
      'cartalog-renamed reads /etc/cartalog-renamed.env, not /etc/cartalog-copy.env. If that file is for this catalog: compare both, because both exist: sudo diff /etc/cartalog-copy.env /etc/cartalog-renamed.env';
    expect({ status, stderr, printed: stdout.trim().split('\n') }).toEqual({
      status: 0,
      stderr: '',
      printed: [
        ...['installed', ...tls('alps'), unset('alps')],
        ...['installed', ...tls('alps'), unset('alps')],
        ...['installed', ...tls('eifel', 'alps')],
        'https://maps.alps.ch: 308 https://maps.eifel.ch/v1/',
        'http://maps.alps.ch: 301 https://maps.alps.ch/v1/',
        ...left('', ' (also on port 80)'),
        ...left(
          '; it is not replaced, because install writes only /etc/nginx/conf.d/cartalog-alps.conf',
          ' (also on port 80)',
        ),
        'http://maps.alps.ch: 301 https://maps.alps.ch/v1/',
        ...left(''),
        'refused',
        'cartalog: /etc/nginx/sites-enabled/x has the name maps.alps.ch for the catalog cartalog-alps. Choose another serviceUrl, or delete every server block with the name maps.alps.ch there.',
        ...['installed', 'Redirects that have ended: maps.alps.ch.'],
        ...['installed', ...tls('alps'), unset('copy')],
        'http://maps.alps.ch: 200 ',
        'https://maps.eifel.ch: 200 ',
        expect.stringMatching(/^move \S+cartalog-copy\.conf to \S+cartalog-copy\.conf\.before, /),
        compare,
        '600',
        ...['installed', ...tls('alps'), compare],
        'No server reads /etc/nginx/conf.d/cartalog-copy.conf.before.',
        unset('renamed'),
      ],
    });
  },
);

test.runIf(canTry && TARGETS.includes('nginx'))(
  'an owner goes back at once, until the mistake is reverted in git',
  async () => {
    const origin = await repositoryOn(program as Tarballs, 'nginx');
    const { status, stdout, stderr } = await inThrowAwayRoot(MISTAKE, origin, START.nginx);
    const printed = stdout.split('\n').filter((line) => !line.startsWith('  ') || line.startsWith('  git reset'));
    const unknown = (commit: string) =>
      `cartalog: Neither this branch nor its upstream has a commit ${JSON.stringify(commit)}.`;
    const published = (subject: string, before: string | null, isReversible = true, isFirst = false) => [
      'back: done',
      expect.stringMatching(
        new RegExp(
          before === null
            ? `^cartalog-alps is published as of \\w+ \\S+ ${subject}; as before\\. From now on, merges `
            : `^cartalog-alps is published as of \\w+ \\S+ ${subject}; before, it was \\w+ \\S+ ${before}\\. From now on, merges `,
        ),
      ),
      expect.stringMatching(/^Next: .*sudo npx --no -- cartalog server install$/),
      ...(isReversible
        ? [
            expect.stringMatching(
              /^If that was too far, forward again to \w+ \S+ .*: sudo .* server back [0-9a-f]{12}$/,
            ),
          ]
        : []),
      ...(isFirst ? [] : [expect.stringMatching(/^Further back, to \w+ \S+ .*: sudo .* server back [0-9a-f]{12}$/)]),
    ];
    expect({ status, printed: printed.filter(Boolean), stderr: status === 0 ? '' : stderr }).toEqual({
      status: 0,
      printed: [
        'mistake: "id":"bad" "id":"good" ',
        'back: refused',
        unknown('nonsense'),
        'back: refused',
        unknown("HEAD'; touch /tmp/pwned; '"),
        'back: refused',
        expect.stringMatching(
          /^cartalog: HEAD@\{ten years ago\} is before \w.*, when this checkout was made: nothing was /,
        ),
        'still: "id":"bad" "id":"good"  1 ',
        ...Array.from({ length: 3 }, () => [
          'back: done',
          expect.stringMatching(/^Goes back to \w+ \S+ merge; published now: \w+ \S+ merge\.$/),
          'Runs as alps, or as root if a line begins with a +:',
          expect.stringMatching(/^ {2}git reset --quiet --keep [0-9a-f]{40}$/),
        ]).flat(),
        expect.stringMatching(
          /^But no server sends it: no configuration here has a site with \/var\/lib\/cartalog-alps\/live\/site and its rules\. .* install$/,
        ),
        expect.stringMatching(/^\S+cartalog-alps\.conf was gone, and is written anew for maps\.alps\.ch: /),
        '6',
        ...published('merge', 'merge').toSpliced(
          1,
          0,
          'Not committed here, and published as it is here: draft. sudo -u alps git status --ignored lists them.',
        ),
        'yesterday: "id":"good"  0 ',
        'map: 404',
        ...published('.*', 'merge', true, true),
        'in haste: ',
        ...published('merge', '.*', false),
        'forward: "id":"good"  0',
        'today: "id":"good"  1 4',
        'map: 410',
        'back: refused',
        expect.stringMatching(/^cartalog: This branch has commits that are not at its upstream: 1 here: \w+ mine$/),
        'not at its upstream',
        '1 here',
        ...published('merge', 'Revert .*'),
        'a fix fails: "id":"bad" "id":"good" ',
        ...published('merge', null, false),
        'back: refused',
        expect.stringMatching(/^cartalog: \w+ \S+ merge cannot be published\. Nothing was changed\.$/),
        expect.stringMatching(/^catalog\/mapservers\/broken\.yaml:1:11 error yaml-syntax /),
        expect.stringMatching(/^Further back, to \w+ \S+ merge: sudo .* server back [0-9a-f]{12}$/),
        expect.stringMatching(/^cartalog: \w+ \S+ merge cannot be published\. Nothing was changed\.$/),
        'Correct that, merge it, and install again.',
        'put back',
        'back: done',
        expect.stringMatching(/^Passed over, because .*: \w+ \S+ merge: catalog\/mapservers\/broken\.yaml:1:11 error /),
        expect.stringMatching(/^Goes back to \w+ \S+ Revert "merge"; published now: \w+ \S+ merge\.$/),
        'Runs as alps, or as root if a line begins with a +:',
        expect.stringMatching(/^ {2}git reset --quiet --keep [0-9a-f]{40}$/),
        'back: refused',
        'Not committed here, and published as it is here: catalog/mapservers/good.yaml, catalog/mapservers/bad2.yaml. sudo -u alps git status --ignored lists them.',
        expect.stringMatching(
          /^cartalog: Not committed here, and cannot be published with \w+ \S+ merge: catalog\/mapservers\/good\.yaml, catalog\/mapservers\/bad2\.yaml\. Nothing was changed\.$/,
        ),
        'catalog/mapservers/bad2.yaml:1:1 error wrong-type  Must be a mapping, not the text "mine"',
        'If other files are in their place then, to read yours: sudo -u alps git stash show -p --include-untracked',
        'cartalog: Not committed here, and other files in x: catalog/mapservers/good.yaml, catalog/mapservers/bad2.yaml. Nothing was changed.',
        'To put them aside:',
        'To put them back later: sudo -u alps git stash pop',
        'If other files are in their place then, to read yours: sudo -u alps git stash show -p --include-untracked',
        'error: The following untracked working tree files would be overwritten by merge:',
        '\tmine',
        ...published('merge', 'merge')
          .with(0, 'back: refused')
          .toSpliced(
            1,
            0,
            'The configuration of nginx has errors. Going back works; but until they are corrected, the server keeps the rules that it has.',
          )
          .toSpliced(
            3,
            0,
            expect.stringMatching(/^But after that: This failed: .*nginx -t /),
            expect.stringMatching(/^Correct that, and repeat: sudo .* server back [0-9a-f]{12}$/),
          ),
        'fails: 0 0',
        'install: refused, "id":"bad" "id":"bad2" "id":"good"  0 timer stays stopped',
        'package.json is missing, or not a JSON object.',
        'package: refused, "id":"late" 1',
        ...published('merge', null, false),
        'package: "id":"late"  0',
        'The package is ridge now; what is installed stays cartalog-alps, also in /etc/cartalog-alps.env.',
        ...published('merge', 'merge'),
        'lock: cartalog',
        ...published('merge', 'merge').toSpliced(
          1,
          0,
          expect.stringMatching(/^Passed over, because it cannot be published: .*EINTEGRITY$/),
        ),
        expect.stringMatching(
          /^cartalog: \S+mine\.conf has the address of http:\/\/maps\.jura\.ch for another site\. /,
        ),
        expect.stringMatching(
          /^The checkout is put back from (\w+) \S+ merge to (?!\1)\w+ \S+ merge, as it was before\.$/,
        ),
        'The timer tries the newest commit again within five minutes. To stop it: sudo systemctl stop cartalog-alps.timer',
        'cartalog: Nothing new is installed; the reason is above.',
        expect.stringMatching(
          /^cartalog: --require-address: serviceUrl is http:\/\/maps\.jura\.ch, and this is published at http:\/\/maps\.alps\.ch\. .* in \/srv\/alps publishes it there\. Nothing was written/,
        ),
        'old address: "http://maps.alps.ch',
        'back: refused',
        expect.stringMatching(
          /^cartalog: Before \w+ \S+ merge, which is published, no commit can be published; looked at: 14\.$/,
        ),
        expect.stringMatching(/^Revert in git .* merge that, and then: sudo npx --no -- cartalog server install$/),
        'back: refused',
        expect.stringMatching(/^cartalog: \w+ \S+ merge cannot be published\. Nothing was changed\.$/),
        expect.stringMatching(
          /^serviceUrl is http:\/\/maps\.alps\.ch there, and http:\/\/maps\.jura\.ch here\. It changed last with \w+ /,
        ),
        expect.stringMatching(/^Revert in git .* merge that, and then: sudo npx --no -- cartalog server install$/),
        expect.stringMatching(
          /^cartalog: --require-address: serviceUrl is http:\/\/maps\.alps\.ch, and this is published at http:\/\/maps\.jura\.ch\. /,
        ),
        'back: refused',
        expect.stringMatching(/^cartalog: This catalog is signed, /),
      ],
      stderr: '',
    });
  },
);

test.runIf(canTry && TARGETS.includes('nginx'))('the commands of docs/owner-changes.md do what it says', async () => {
  const origin = await repositoryOn(program as Tarballs, 'nginx');
  const { status, stdout, stderr } = await inThrowAwayRoot(PAGE, origin, START.nginx);
  expect({ status, stdout, stderr: status === 0 ? '' : stderr }).toEqual({
    status: 0,
    stdout: [
      'merged: "id":"Alps"',
      'back: ',
      'again:  4',
      ', 0 fail,',
      'HTTP/1.1 308',
      'Location: http://maps.eifel.ch/v1/',
      'is a copy of http://maps.eifel.ch',
      '',
    ].join('\n'),
    stderr: '',
  });
});
