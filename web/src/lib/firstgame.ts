/** The game that newcomers begin with, and its lesson. */

export { default as LearnButton } from "../classic/LearnButton.svelte";
export { FIRST_GAME, keptLesson } from "../classic/lesson.ts";
export const loadLesson = () => import("../classic/Lesson.svelte");
