import type { SuiteResult } from '@benchpress/core'
import { printable } from '../format/texts.ts'
import { metricFamilies, type MetricFamily, type MetricLabels } from './metric-families.ts'

/** Writes a result as OpenMetrics text, for Prometheus and others. */
export function openMetrics(suite: SuiteResult): string {
  return `${[...metricFamilies(suite).flatMap(familyLines), '# EOF'].join('\n')}\n`
}

function familyLines({ name, type, unit, help, samples }: MetricFamily): readonly string[] {
  return [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${help}`,
    ...samples.map(([labels, value, ending = '']) => `${name}${ending}{${labelText(labels)}} ${value}`),
  ]
}

function labelText(labels: MetricLabels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${printable(String(value)).replaceAll(/["\\]/g, (character) => `\\${character}`)}"`)
    .join(',')
}
