import type { SuiteResult } from '@benchpress/core'
import type { Problem } from '@benchpress/core/preset'
import { redactText, withoutUserInfo } from '@benchpress/core/report'
import type { OutputSettings } from '../flags/output-flags.ts'

/** Makes sure, before any load, that a result can be sent where it is to be; adds what is missing to `problems`. */
export async function checkExporter({ otlp }: Pick<OutputSettings, 'otlp'>, problems: Problem[]): Promise<void> {
  if (otlp === undefined) return
  const { findMissingExporter } = await import('@benchpress/report/outputs')
  const command = await findMissingExporter()
  if (command !== undefined) problems.push({ message: "--otlp: OpenTelemetry's exporter is not installed", hint: `Run ${command}.` })
}

/** Sends a result where it is to be sent; one sentence where that failed. */
export async function sendResult(suite: SuiteResult, { otlp }: Pick<OutputSettings, 'otlp'>): Promise<readonly string[]> {
  if (otlp === undefined) return []
  try {
    const { pushOtlp } = await import('@benchpress/report/outputs')
    await pushOtlp(suite, otlp)
    return []
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [redactText(`${withoutUserInfo(otlp)} did not take the metrics: ${reason.replaceAll(otlp, withoutUserInfo(otlp))}`)]
  }
}
