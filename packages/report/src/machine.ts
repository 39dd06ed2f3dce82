// Entry for the report on a machine: its limits, and what would disturb a test on it.
export { examineMachine, type MachineFacts } from './machine/examine-machine.ts'
export { watchedSeconds, type Finding } from './machine/examine-machine.ts'
