import { breakOff } from "./kill.js";

breakOff("engine");
