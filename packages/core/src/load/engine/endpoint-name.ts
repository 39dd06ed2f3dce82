import type { ResolvedRequest } from '../http/request-config.ts'
import { redactText } from '../../base/redact/redact-text.ts'

/** The endpoint of a request that has no template: its method and its path without the query, and without secrets. */
export function endpointName({ method, path }: Pick<ResolvedRequest, 'method' | 'path'>): string {
  return redactText(`${method} ${path.replace(/[?#].*$/s, '')}`)
}
