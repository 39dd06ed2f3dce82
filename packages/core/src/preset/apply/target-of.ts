import type { TargetConfig } from '../../target/target.ts'

/** A running target, or a command that is started as one and is ready when the URL, or each of several, responds. */
export function targetOf(urls: string | readonly string[], command: readonly string[]): TargetConfig {
  const [url = '', ...others] = typeof urls === 'string' ? [urls] : urls
  const place = others.length === 0 ? { url } : { servers: [url, ...others] }
  return command.length === 0 ? place : { command, ready: others.length === 0 ? url : [url, ...others], ...place }
}

/** Splits a list of servers at its commas, such as `localhost:8080,localhost:8081`. */
export function splitUrls(text: string): readonly string[] {
  return text.split(separator)
}

// Only where another URL follows: a path may have commas of its own.
const separator = /,\s*(?=https?:\/\/|:\d|[\w.-]+:\d)/i
