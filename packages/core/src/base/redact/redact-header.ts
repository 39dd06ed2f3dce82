import { isSecretName, redacted, redactText } from './redact-text.ts'

const harmlessNames = new Set([
  'accept',
  'cache-control',
  'connection',
  'date',
  'dnt',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'max-forwards',
  'origin',
  'pragma',
  'priority',
  'range',
  'referer',
  'te',
  'traceparent',
  'tracestate',
  'trailer',
  'transfer-encoding',
  'upgrade-insecure-requests',
  'user-agent',
  'via',
  'x-correlation-id',
  'x-request-id',
  'x-requested-with',
])
const harmlessPrefix = /^(?:accept|access-control|content|if|sec-(?:ch|fetch)|x-forwarded)-/

/**
 * The value of a header as a result may show it.
 *
 * Headers carry credentials under names that nobody can list (`x-acme-key`), so that only the values of names known to be harmless are
 * shown; of those too, what looks like a secret is replaced.
 */
export function redactHeader(name: string, value: string): string {
  const known = name.trim().toLowerCase()
  const isHarmless = (harmlessNames.has(known) || harmlessPrefix.test(known)) && !isSecretName(known)
  return isHarmless ? redactText(value) : redacted
}

/** A header line, such as `accept: text/html`, as a result may show it; a text that is none has its secrets replaced. */
export function redactHeaderLine(line: string): string {
  const [, name, separator, value] = /^([\w!#$%&'*+.^`|~-]+)(:\s*)([^]*)$/.exec(line) ?? []
  return name === undefined || separator === undefined || value === undefined
    ? redactText(line)
    : `${name}${separator}${redactHeader(name, value)}`
}
