/** The maps to take instead of another, on its page. */
import { type Html, html } from './html.ts';
import type { PageContext } from './page-layout.ts';
import type { KnownServer } from './server-facts.ts';

/** Whether nobody can use a map any more: then its alternatives come first. */
export function isRetired({ server, status }: KnownServer): boolean {
  return !server.active || (status !== null && !status.isOld && status.verdict === 'dead');
}

/** The alternatives of a map as a list of links; null without any. */
export function alternativesSection({ texts, link }: PageContext, { alternatives }: KnownServer): Html | null {
  if (alternatives.length === 0) return null;
  const items = alternatives.map(
    ({ kind, fileName, label, name, needsToken }) =>
      html`<li><a href="${link({ kind, name: fileName })}"><bdi>${label}</bdi></a>${name !== label && html` <span class="soft"><bdi>${name}</bdi></span>`}${needsToken !== null && html` <span class="tag">${texts.server.alternativeToken}</span>`}</li>\n`,
  );
  return html`<section class="alternatives" aria-labelledby="alternatives">
<h2 id="alternatives">${texts.server.alternatives}</h2>
<ul>
${items}</ul>
</section>
`;
}
