import { Command } from 'ioredis'
import type { CommandPart } from '../redis-client.ts'
import type { CommandName } from './command-name.ts'

/** How strings in a reply are read. */
export type ReplyEncoding = { readonly replyEncoding: 'utf8' | null }

/** A command of a user, which knows when it was asked for: one object for what ioredis and this plugin have to know of it. */
export class TimedCommand extends Command {
  readonly named: CommandName
  /** As core knows it. */
  startedAt = 0

  constructor(named: CommandName, parts: CommandPart[], encoding: ReplyEncoding) {
    super(named.wire, parts, encoding)
    this.named = named
  }
}
