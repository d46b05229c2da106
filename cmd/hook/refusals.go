// Code generated from schema/events.cue by TestRefusalsLaidOut with UPDATE=1. DO NOT EDIT.

package hook

import "bcrules.dev/engine/plan"

var refusals = []refusal{
	{event: "ConfigChange", stamp: "", again: "", output: "block", is: plan.Output{Kind: "choice", Plain: false, Path: "decision", Values: []string{"block"}, Type: "", Reason: "reason", ReasonFor: []string(nil), From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 0}},
	{event: "CwdChanged"},
	{event: "DirectoryAdded"},
	{event: "Elicitation"},
	{event: "ElicitationResult"},
	{event: "FileChanged"},
	{event: "InstructionsLoaded"},
	{event: "MessageDisplay"},
	{event: "Notification"},
	{event: "PermissionDenied"},
	{event: "PermissionRequest", stamp: "hookSpecificOutput.hookEventName", again: "", output: "permission", is: plan.Output{Kind: "choice", Plain: false, Path: "hookSpecificOutput.decision.behavior", Values: []string{"deny", "allow"}, Type: "", Reason: "hookSpecificOutput.decision.message", ReasonFor: []string{"deny"}, From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 0}},
	{event: "PostCompact", mute: true},
	{event: "PostModelSwitch"},
	{event: "PostToolBatch", stamp: "hookSpecificOutput.hookEventName", again: "", output: "block", is: plan.Output{Kind: "choice", Plain: false, Path: "decision", Values: []string{"block"}, Type: "", Reason: "reason", ReasonFor: []string(nil), From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 0}},
	{event: "PostToolUse", stamp: "hookSpecificOutput.hookEventName", again: "", output: "block", is: plan.Output{Kind: "choice", Plain: false, Path: "decision", Values: []string{"block"}, Type: "", Reason: "reason", ReasonFor: []string(nil), From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 0}},
	{event: "PostToolUseFailure", stamp: "hookSpecificOutput.hookEventName", again: "", output: "block", is: plan.Output{Kind: "choice", Plain: false, Path: "decision", Values: []string{"block"}, Type: "", Reason: "reason", ReasonFor: []string(nil), From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 0}},
	{event: "PreCompact", stamp: "", again: "", output: "block", is: plan.Output{Kind: "choice", Plain: false, Path: "decision", Values: []string{"block"}, Type: "", Reason: "reason", ReasonFor: []string(nil), From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 0}, mute: true},
	{event: "PreModelSwitch", stamp: "hookSpecificOutput.hookEventName", again: "", output: "permission", is: plan.Output{Kind: "choice", Plain: false, Path: "hookSpecificOutput.permissionDecision", Values: []string{"deny", "ask", "allow"}, Type: "", Reason: "hookSpecificOutput.permissionDecisionReason", ReasonFor: []string(nil), From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 0}},
	{event: "PreSkillShellCommand", stamp: "hookSpecificOutput.hookEventName", again: "", output: "permission", is: plan.Output{Kind: "choice", Plain: false, Path: "hookSpecificOutput.permissionDecision", Values: []string{"deny", "defer", "ask", "allow"}, Type: "", Reason: "hookSpecificOutput.permissionDecisionReason", ReasonFor: []string(nil), From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 0}},
	{event: "PreToolUse", stamp: "hookSpecificOutput.hookEventName", again: "", output: "permission", is: plan.Output{Kind: "choice", Plain: false, Path: "hookSpecificOutput.permissionDecision", Values: []string{"deny", "defer", "ask", "allow"}, Type: "", Reason: "hookSpecificOutput.permissionDecisionReason", ReasonFor: []string(nil), From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 0}},
	{event: "SessionEnd"},
	{event: "SessionStart"},
	{event: "Setup"},
	{event: "Stop", stamp: "hookSpecificOutput.hookEventName", again: "stop_hook_active", output: "block", is: plan.Output{Kind: "choice", Plain: false, Path: "decision", Values: []string{"block"}, Type: "", Reason: "reason", ReasonFor: []string(nil), From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 0}},
	{event: "StopFailure"},
	{event: "SubagentStart"},
	{event: "SubagentStop", stamp: "hookSpecificOutput.hookEventName", again: "stop_hook_active", output: "block", is: plan.Output{Kind: "choice", Plain: false, Path: "decision", Values: []string{"block"}, Type: "", Reason: "reason", ReasonFor: []string(nil), From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 0}},
	{event: "TaskCompleted", stamp: "", again: "", output: "block", is: plan.Output{Kind: "choice", Plain: false, Path: "", Values: []string{"block"}, Type: "", Reason: "", ReasonFor: []string(nil), From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 2}},
	{event: "TaskCreated", stamp: "", again: "", output: "block", is: plan.Output{Kind: "choice", Plain: false, Path: "decision", Values: []string{"block"}, Type: "", Reason: "reason", ReasonFor: []string(nil), From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 0}},
	{event: "TeammateIdle", stamp: "", again: "", output: "block", is: plan.Output{Kind: "choice", Plain: false, Path: "", Values: []string{"block"}, Type: "", Reason: "", ReasonFor: []string(nil), From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 2}},
	{event: "UserPromptExpansion", stamp: "hookSpecificOutput.hookEventName", again: "", output: "block", is: plan.Output{Kind: "choice", Plain: false, Path: "decision", Values: []string{"block"}, Type: "", Reason: "reason", ReasonFor: []string(nil), From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 0}},
	{event: "UserPromptSubmit", stamp: "hookSpecificOutput.hookEventName", again: "", output: "block", is: plan.Output{Kind: "choice", Plain: false, Path: "decision", Values: []string{"block"}, Type: "", Reason: "reason", ReasonFor: []string(nil), From: "", Field: "", Only: map[string]string(nil), Also: map[string]string(nil), Exit: 0}},
	{event: "WorktreeCreate"},
	{event: "WorktreeRemove"},
}
