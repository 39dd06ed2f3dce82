import type { UnfitFlag, ValuesOf } from '@benchpress/core/preset'

/** The parameters of the tests of Hypha Core; those of its servers are for the ones that come with the preset. */
export const hyphaParameters = {
  mode: {
    kind: 'word',
    words: ['sound', 'batch'],
    says: '"sound": a connection sends its next request when it has a response; "batch": all wait for the slowest, as published',
    default: 'sound',
  },
  nodes: { kind: 'count', says: 'servers of the cluster that comes with the preset', defaultSays: 'the documented 3' },
  without: { kind: 'count', says: 'which of these servers is not started, to see that it is missed' },
  runtime: {
    kind: 'word',
    words: ['node', 'deno'],
    says: 'what these servers run on: node, or deno, which needs the npm package of that name',
    defaultSays: 'node',
  },
  break: {
    kind: 'word',
    words: ['arguments'],
    says: '"arguments": these servers respond 200 with wrong bodies, as the published one did for a while',
  },
  cluster: { kind: 'urls', says: 'the servers of a running cluster, with commas, in place of the one that comes with the preset' },
} as const

/** The values of the parameters of the tests of Hypha Core. */
export type HyphaValues = ValuesOf<typeof hyphaParameters>

const ofLevel = { because: 'each level has its own', hint: 'Give --scale.' }
const oneRequest = { because: 'a connection has one request at a time', hint: 'Leave it out.' }

/** The flags of every command that these levels cannot follow. */
export const unfitForHypha: readonly UnfitFlag[] = [
  { key: 'connections', ...ofLevel },
  { key: 'users', ...ofLevel },
  { key: 'requests', ...ofLevel },
  { key: 'duration', because: 'each level is a number of requests', hint: 'Give --scale.' },
  { key: 'rate', because: 'a level is a number of requests in flight, however long they take', hint: 'Leave it out.' },
  { key: 'pipelining', ...oneRequest },
  { key: 'refill', ...oneRequest },
]
