// What writes a result where it is to be: files by their names, a report folder, a stream while the run is under way, a collector of OpenTelemetry, GitHub Actions.
export { annotations, withoutCommands, type Environment, type Surroundings, type WantedOutputs } from './outputs/github.ts'
export type { OutputFile } from './outputs/output-file.ts'
export { findMissingExporter, pushOtlp } from './outputs/push-otlp.ts'
export { refuseInputs } from './outputs/refuse-inputs.ts'
export { extrasOf, presetJson, type ReportOptions } from './outputs/report-options.ts'
export { RunningOutputs, type Delivered } from './outputs/running-outputs.ts'
export { prepareOutputs, prepareStepSummary, writeOutputs } from './outputs/write-outputs.ts'
export { makeFolder, writeWhole } from './outputs/write-whole.ts'
