import type { MetricSelector } from './threshold.ts'

/** Writes a selector as it is read: `http_response_time{endpoint:POST /bid,status:2xx}`. */
export function formatSelector({ metric, tags }: MetricSelector): string {
  const pairs = Object.entries(tags).map(([tag, value]) => `${tag}:${escapeValue(value)}`)
  return pairs.length === 0 ? metric : `${metric}{${pairs.join(',')}}`
}

// Spaces are escaped where they would be taken for spaces around the value.
function escapeValue(value: string): string {
  return value.replaceAll(/[\\,]|^\s|\s$/g, (character) => `\\${character}`)
}
