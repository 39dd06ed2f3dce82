import { Command } from 'ioredis'
import type { CommandPart } from '../redis-client.ts'
import type { CommandName } from './command-name.ts'

/** The encoding of strings in a reply. */
export type ReplyEncoding = { readonly replyEncoding: 'utf8' | null }

/** A command of a user with its start time: one object for the data of both ioredis and this plugin. */
export class TimedCommand extends Command {
  readonly named: CommandName
  /** Start of the request in core. */
  startedAt = 0

  constructor(named: CommandName, parts: CommandPart[], encoding: ReplyEncoding) {
    super(named.wire, parts, encoding)
    this.named = named
  }
}
