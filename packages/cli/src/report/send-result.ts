import type { SuiteResult } from '@benchpress/core'
import type { Problem } from '@benchpress/core/preset'
import { messageOf, redactText, withoutUserInfo } from '@benchpress/core/report'
import { printable } from '@benchpress/report/texts'
import type { Delivered } from '@benchpress/report/outputs'
import type { OutputSettings } from '../flags/output-flags.ts'

/** Checks, before any load, that a result can be sent to its collector; adds everything that is missing to `problems`. */
export async function checkExporter({ otlp }: Pick<OutputSettings, 'otlp'>, problems: Problem[]): Promise<void> {
  if (otlp === undefined) return
  const { findMissingExporter } = await import('@benchpress/report/outputs')
  const command = await findMissingExporter()
  if (command !== undefined) problems.push({ message: "--otlp: OpenTelemetry's exporter is not installed", hint: `Run ${command}.` })
}

/**
 * Sends a result to its collector.
 *
 * @returns a sentence where that failed, and a sentence for a message of the collector
 */
export async function sendResult(
  suite: SuiteResult,
  { otlp }: Pick<OutputSettings, 'otlp'>,
): Promise<Pick<Delivered, 'failures' | 'notes'>> {
  if (otlp === undefined) return { failures: [], notes: [] }
  const url = withoutUserInfo(otlp)
  const sentence = (text: string): string => printable(redactText(text.replaceAll(otlp, url)))
  try {
    const { pushOtlp } = await import('@benchpress/report/outputs')
    const said = await pushOtlp(suite, otlp)
    return { failures: [], notes: said === undefined ? [] : [sentence(`${url} took the metrics, and says: ${said}`)] }
  } catch (error) {
    const reason = messageOf(error)
    return { failures: [sentence(`${url} did not take the metrics: ${reason}`)], notes: [] }
  }
}
