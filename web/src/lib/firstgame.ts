/** The game that newcomers begin with, and how games are learnt. */

export { default as LearnButton } from "../components/LearnButton.svelte";
export const FIRST_GAME = "kingdomino";
