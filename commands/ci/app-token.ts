/** The token with which a workflow proposes changes: that of a GitHub App where there is one, else its own. */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { apiOf, repositoryOf, requireEnv, type WorkflowContext, WorkflowError } from './github-api.ts';

/** A token, and what GitHub does with what it makes. */
export interface ProposalToken {
  readonly token: string;
  /** Whether a pull request that it opens starts checks. GitHub starts none for the token of a workflow. */
  readonly startsChecks: boolean;
}

/** What the token of the app may do, of all that the app may do. */
const PERMISSIONS = { contents: 'write', pull_requests: 'write' };

/** GitHub takes no more than ten minutes, and its clock may be a little late. */
const VALID = { before: 60, after: 540 };

/**
 * The token of the app that PROPOSALS_APP_ID and PROPOSALS_APP_KEY name, limited to this repository and to what is
 * needed; the token of the workflow where the first is not set.
 *
 * @param now seconds since 1970
 * @throws WorkflowError where the key is not one, or the app is not installed here
 */
export async function proposalToken(
  context: WorkflowContext,
  now = Math.floor(Date.now() / 1_000),
): Promise<ProposalToken> {
  const app = context.env['PROPOSALS_APP_ID']?.trim();
  if (!app) return { token: requireEnv(context, 'GITHUB_TOKEN'), startsChecks: false };
  const jwt = signedToken(app, keyOfApp(context), now);
  const { id } = await repositoryOf(context, jwt).get<{ id: number }>('/installation');
  const [, name = ''] = requireEnv(context, 'GITHUB_REPOSITORY').split('/');
  const { token } = await apiOf(context, jwt, '/app').post<{ token: string }>(`/installations/${id}/access_tokens`, {
    repositories: [name],
    permissions: PERMISSIONS,
  });
  return { token, startsChecks: true };
}

/** The private key of the app, as GitHub gives it to download. @throws WorkflowError, which says nothing of the key */
function keyOfApp(context: WorkflowContext): KeyObject {
  try {
    return createPrivateKey(requireEnv(context, 'PROPOSALS_APP_KEY'));
  } catch (error) {
    if (error instanceof WorkflowError) throw error;
    throw new WorkflowError('PROPOSALS_APP_KEY is not a private key in PEM.');
  }
}

/** A JSON Web Token, with which an app proves who it is (RS256). */
function signedToken(app: string, key: KeyObject, now: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: app, iat: now - VALID.before, exp: now + VALID.after };
  const content = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`;
}
