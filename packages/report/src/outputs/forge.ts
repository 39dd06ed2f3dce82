import { readFileSync } from 'node:fs'
import type { Problem } from '@benchpress/core/preset'
import type { Environment } from './github.ts'

/** Where the comments of a pull request, or of a merge request, are read and written: the REST API of GitHub, or that of GitLab. */
export interface Forge {
  readonly name: 'GitHub' | 'GitLab'
  /** URL at which comments are listed and created. */
  readonly comments: string
  /** URL of a comment. */
  readonly commentAt: (id: number) => string
  /** URL of the user whose token it is. */
  readonly user: string
  /** The HTTP method that changes a comment. */
  readonly change: 'PATCH' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  /** The most characters of a comment. */
  readonly longest: number
  /** Why the token may only read; `null` where it may write, as far as is known. */
  readonly readsOnly: string | null
}

/** Finds the pull request of the job that this process is a part of, by the variables of GitHub Actions or GitLab CI. */
export function findForge(env: Environment): Forge | Problem {
  if (env['GITHUB_ACTIONS'] === 'true') return onGitHub(env)
  if (env['GITLAB_CI'] === 'true') return onGitLab(env)
  return {
    message: 'there is no pull request: this is no job of GitHub Actions or GitLab CI',
    hint: 'Elsewhere, post the file of -o comment.md by what you have.',
  }
}

function onGitHub(env: Environment): Forge | Problem {
  const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, GITHUB_EVENT_PATH: path = '', GITHUB_TOKEN: token = '' } = env
  const pull = readPullRequest(path)
  if (pull === undefined || api === undefined || repository === undefined) {
    return { message: 'there is no pull request: the workflow was not started by one', hint: 'Run it on: pull_request.' }
  }
  const isFork = pull.head.repo?.full_name !== repository
  const readsOnly = isFork ? 'the pull request comes from a fork' : env['GITHUB_ACTOR'] === 'dependabot[bot]' ? 'Dependabot made it' : null
  if (token === '' && readsOnly === null) {
    return {
      message: 'GITHUB_TOKEN is missing',
      hint: 'Give the step that variable, as ${{ github.token }}, and the job permissions: pull-requests: write.',
    }
  }
  return {
    name: 'GitHub',
    comments: `${api}/repos/${repository}/issues/${pull.number}/comments`,
    commentAt: (id) => `${api}/repos/${repository}/issues/comments/${id}`,
    user: `${api}/user`,
    change: 'PATCH',
    headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28', authorization: `Bearer ${token}` },
    longest: 65_536,
    readsOnly,
  }
}

interface PullRequest {
  readonly number: number
  /** The repository is `null` where it was deleted. */
  readonly head: { readonly repo: { readonly full_name: string } | null }
}

function readPullRequest(path: string): PullRequest | undefined {
  try {
    const event = JSON.parse(readFileSync(path, 'utf8')) as { readonly pull_request?: PullRequest }
    return Number.isInteger(event.pull_request?.number) ? event.pull_request : undefined
  } catch {
    return undefined
  }
}

function onGitLab(env: Environment): Forge | Problem {
  const { CI_API_V4_URL: api, CI_MERGE_REQUEST_IID: number, GITLAB_TOKEN: token = '' } = env
  // In the pipeline of a fork, the project of the job is the fork.
  const { CI_MERGE_REQUEST_PROJECT_ID: project, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: source } = env
  if (api === undefined || number === undefined || project === undefined) {
    return {
      message: 'there is no merge request: the pipeline is not one of a merge request',
      hint: 'Run the job where $CI_PIPELINE_SOURCE is merge_request_event.',
    }
  }
  const readsOnly = source !== undefined && source !== project ? 'the merge request comes from a fork' : null
  if (token === '' && readsOnly === null) {
    return {
      message: 'GITLAB_TOKEN is missing',
      hint: 'Make an access token of the project with the scope api, and give it to the job in a masked variable of that name. The token of a job may not write notes.',
    }
  }
  const comments = `${api}/projects/${project}/merge_requests/${number}/notes`
  return {
    name: 'GitLab',
    comments,
    commentAt: (id) => `${comments}/${id}`,
    user: `${api}/user`,
    change: 'PUT',
    headers: { 'private-token': token },
    longest: 1_000_000,
    readsOnly,
  }
}
