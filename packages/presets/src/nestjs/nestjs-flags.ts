import { wordFlag, type FlagsOf, type FlagSources, type UnfitFlag } from '@benchpress/core/preset'
import { profiles, type ProfileName } from './nestjs-tests.ts'

/** The settings that only the tests of the auctions have. */
export interface NestjsSettings {
  readonly profile: ProfileName | undefined
}

const names = Object.keys(profiles) as readonly ProfileName[]

/** The flags of {@link NestjsSettings}. */
export const nestjsFlags: FlagsOf<NestjsSettings> = {
  profile: wordFlag(
    '--profile <name>',
    `arrivals of another length and rate for load and websocket, as published: ${names.join(', ')}`,
    names,
    { default: 'the five documented phases' },
  ),
}

const arrivals = 'users arrive in phases, and each does one journey'

/** The flags of every command that these tests cannot follow. */
export const unfitForNestjs: readonly UnfitFlag[] = [
  { key: 'connections', because: 'users share a pool of 100 or 300 connections, as documented', hint: 'Give --scale for fewer users.' },
  { key: 'users', because: arrivals, hint: 'Give --scale.' },
  { key: 'rate', because: arrivals, hint: 'Give --scale, which multiplies the rates of all phases.' },
  { key: 'pipelining', because: 'a user has one request at a time', hint: 'Leave it out.' },
  { key: 'refill', because: 'a user has one request at a time', hint: 'Leave it out.' },
  { key: 'requests', because: arrivals, hint: 'Give --scale, or -d for shorter phases.' },
  { key: 'warmup', because: 'the first phase is the warm-up, and counted, as documented', hint: 'Leave it out.' },
  { key: 'sweep', because: arrivals, hint: 'Run it several times with another --scale.' },
  { key: 'reconnectAfter', because: 'users share connections that are kept', hint: 'Leave it out.' },
]

/** The flags that each part of the suite comes from. */
export const sourcesOfNestjs: FlagSources = [[/^scenarios/, '--scale, -d, --profile and --max-users']]
