import { breakOff } from "./kill.js";

breakOff("API");
