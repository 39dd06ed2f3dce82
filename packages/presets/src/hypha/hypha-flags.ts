import { countFlag, flag, parseUrl, wordFlag, type FlagsOf, type UnfitFlag } from '@benchpress/core/preset'
import type { HyphaMode } from './hypha-suite.ts'

/** The values of the flags of preset hypha; `undefined` for its defaults. */
export interface HyphaSettings {
  readonly mode: HyphaMode | undefined
  readonly nodes: number | undefined
  readonly without: number | undefined
  readonly runtime: 'node' | 'deno' | undefined
  readonly break: 'arguments' | undefined
  readonly cluster: readonly string[] | undefined
}

/** The flags of {@link HyphaSettings}. */
export const hyphaFlags: FlagsOf<HyphaSettings> = {
  mode: wordFlag(
    '--mode <mode>',
    '"sound": a connection sends its next request when it has a response; "batch": all wait for the slowest, as published',
    ['sound', 'batch'],
    { default: 'sound' },
  ),
  nodes: countFlag('--nodes <count>', 'servers of the cluster that comes with the preset', { default: 'the documented 3' }),
  without: countFlag('--without <number>', 'which of these servers is not started, to see that it is missed'),
  runtime: wordFlag(
    '--runtime <runtime>',
    'what these servers run on: node, or deno, which needs the npm package of that name',
    ['node', 'deno'],
    { default: 'node' },
  ),
  break: wordFlag('--break <what>', '"arguments": these servers respond 200 with wrong bodies, as the published one did for a while', [
    'arguments',
  ]),
  cluster: flag(
    '--cluster <urls>',
    'the servers of a running cluster, with commas, in place of the one that comes with the preset',
    (text) => text.split(',').map((url) => parseUrl(url.trim())),
  ),
}

const ofLevel = 'each level has its own'

/** The flags of every command that these levels cannot follow. */
export const unfitForHypha: readonly UnfitFlag[] = [
  { key: 'connections', because: ofLevel, hint: 'Give --scale.' },
  { key: 'users', because: ofLevel, hint: 'Give --scale.' },
  { key: 'requests', because: ofLevel, hint: 'Give --scale.' },
  { key: 'duration', because: 'each level is a number of requests', hint: 'Give --scale.' },
  { key: 'rate', because: 'a level is a number of requests in flight, however long they take', hint: 'Leave it out.' },
  { key: 'pipelining', because: 'a connection has one request at a time', hint: 'Leave it out.' },
  { key: 'refill', because: 'a connection has one request at a time', hint: 'Leave it out.' },
]
