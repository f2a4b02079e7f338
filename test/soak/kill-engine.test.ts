import { breakOff } from "./kill.js";

breakOff("engine", 7);
