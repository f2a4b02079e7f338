import * as pulumi from "@pulumi/pulumi";
import { Region, SourceControlProvider } from "pulumi-apphosting";
import { Site } from "./site";

const config = new pulumi.Config();

const shop = new Site("shop", {
  application: {
    name: "Web shop",
    region: Region.EuCentral1,
    repository: "acme/web-shop",
    sourceControlProvider: SourceControlProvider.HostA,
  },
  branches: config.requireObject<Record<string, string>>("environments"),
  buildCommand: "npm ci && npm run build",
});

export const applicationId = shop.applicationId;
export const domains = shop.domains;
