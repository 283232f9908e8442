import { type Surroundings, setting } from './github.ts';

/** What to do when a publication went wrong, in Markdown for the page of the run. */
export function howToGoBack(surroundings: Surroundings): string {
  const get = (name: string): string => setting(surroundings, name);
  const commit = get('GITHUB_SHA');
  return `### Publishing ${commit.slice(0, 10)} did not end well

The step that failed says why. Where the build or the upload failed, the old site is still up and nothing needs undoing.
Where \`cartalog verify\` failed, the new site is live and does not keep the contract. To go back:

1. **At once:** in the Cloudflare dashboard, Workers & Pages, the project, Deployments: choose the last good one,
   "Rollback to this deployment". \`npx wrangler pages deployment list --project-name ${get('PAGES_PROJECT')}\` lists them.
2. **Then, in git,** so that the next merge does not bring it back: \`git revert ${commit.slice(0, 10)}\` (for a merge
   commit with \`-m 1\`), as a pull request. Merging it publishes the catalog as it was.
3. To look again without publishing: \`npm run verify -- <address>\`.

[This run](${get('GITHUB_SERVER_URL')}/${get('GITHUB_REPOSITORY')}/actions/runs/${get('GITHUB_RUN_ID')})
`;
}
