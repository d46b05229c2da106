package convert
func settingsHooks(r *Reading, t *tree, src Source) {}
func hookify(r *Reading, t *tree, src Source) {}
func cchook(r *Reading, t *tree, src Source) {}
func safetyNet(r *Reading, t *tree, src Source) {}
func dcgPack(r *Reading, t *tree, src Source) {}
func dcgConfig(r *Reading, t *tree, src Source) {}
func cursor(r *Reading, t *tree, src Source) {}
func gemini(r *Reading, t *tree, src Source) {}
func geminiPolicy(r *Reading, t *tree, src Source) {}
