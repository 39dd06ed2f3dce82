import type { TargetConfig } from '@benchpress/core'

/** A running target, or a command that is started as one and is ready when the URL answers. */
export function targetOf(url: string, command: readonly string[]): TargetConfig {
  return command.length === 0 ? { url } : { command, ready: url, url }
}
