// Entry for texts before a run: what a plan would do, and what is about to start.
export { describeStart, type Start } from './sections/plan/describe-start.ts'
export { planDocument, type PlanReader, type ShownPlan } from './sections/plan/plan-document.ts'
